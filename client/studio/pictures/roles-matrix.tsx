// Shows what each role may with the records of each entity as a table, and the grants behind it as a list.
import { Group, Text, Title } from '@mantine/core'
import { useId, useRef } from 'react'
import type { PermissionPicture, RoleColumn, RolesPicture } from '#shared/pictures/pictures.ts'
import { say } from '../../words/say.ts'
import { saveTable } from './diagram/write-svg.ts'
import { FactList } from './fact-list.tsx'
import { LineLink } from './line-link.tsx'
import classes from './pictures.module.css'
import { SaveButton } from './save-button.tsx'
import { sayColumn, sayGrant, sayPermission } from './say-picture.ts'

const WHOLE = '●'
const PARTIAL = '◐'

export function RolesMatrix({ roles: { columns, rows, grants } }: { readonly roles: RolesPicture }) {
  const id = useId()
  const table = useRef<HTMLTableElement>(null)
  const name = say('What roles may do')
  return (
    <section className={classes['picture']} aria-labelledby={id}>
      <Group gap="xs" mb="xs">
        <Title order={2} id={id} fz="h3">
          {name}
        </Title>
        <div className={classes['end']}>
          <SaveButton
            label={name}
            onSave={() => (table.current ? saveTable(table.current, 'roles') : Promise.resolve())}
          />
        </div>
      </Group>
      <Text size="sm" c="dimmed" mb="xs">
        {say('{whole} always, {partial} under a condition or for some fields; pale: by a role that it includes.', {
          whole: WHOLE,
          partial: PARTIAL,
        })}
      </Text>
      <div
        className={`card ${classes['scroll']}`}
        role="region"
        aria-label={say('Roles')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is moved by the arrows
        tabIndex={0}
      >
        <table ref={table} className={classes['matrix']} aria-label={name} data-wide>
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">{say('Entities')}</span>
              </th>
              {columns.map((column) => (
                <th key={column.key} scope="col">
                  <ColumnHead column={column} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ entity, label, line, cells }) => (
              <tr key={entity}>
                <th scope="row">
                  <LineLink line={line}>{label}</LineLink>
                </th>
                {columns.map(({ key }) => (
                  <td key={key}>
                    <Permissions permissions={cells.get(key) ?? []} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={classes['lists']}>
        <FactList
          title={say('Grants')}
          facts={grants.map((grant) => ({ key: grant.key, text: sayGrant(grant), line: grant.line }))}
        />
      </div>
    </section>
  )
}

function ColumnHead({ column }: { readonly column: RoleColumn }) {
  const { line, includes } = column
  return (
    <>
      <LineLink line={line}>{sayColumn(column)}</LineLink>
      {includes.length > 0 && (
        <span className={classes['includes']}>{say('includes {roles}', { roles: includes.join(', ') })}</span>
      )}
    </>
  )
}

function Permissions({ permissions }: { readonly permissions: readonly PermissionPicture[] }) {
  if (permissions.length === 0)
    return (
      <span className="none">
        <span aria-hidden="true">–</span>
        <span className="unseen">{say('nothing')}</span>
      </span>
    )
  return (
    <ul className={classes['permissions']}>
      {permissions.map((permission) => {
        const { isPartial, isOwn, conditions, line } = permission
        const name = sayPermission(permission)
        return (
          <li key={name} data-lent={!isOwn || undefined} title={conditions.join('\n') || undefined}>
            <span aria-hidden="true">{isPartial ? PARTIAL : WHOLE} </span>
            <LineLink line={line}>
              {name}
              {isPartial && (
                <span className="unseen">
                  {' '}
                  {conditions.length === 0
                    ? say('under a condition or for some fields')
                    : say('if {condition}', { condition: conditions.join('; ') })}
                </span>
              )}
            </LineLink>
          </li>
        )
      })}
    </ul>
  )
}
