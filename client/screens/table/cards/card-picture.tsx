// Shows the first picture of a record on its card, and how many more there are.
import { filesIn, IMAGE_TYPES } from '#shared/fields/file.ts'
import { pictureAddress } from '../../../data/base-path.ts'
import { Icon } from '../../../ui/icon.tsx'
import classes from './gallery.module.css'

/** `files`: the value of the field. The name of the record stands below it. */
export function CardPicture({ files }: { readonly files: unknown }) {
  const [first, ...rest] = filesIn(files).filter(({ type }) => IMAGE_TYPES.has(type))
  return (
    <div className={classes['picture']} aria-hidden="true">
      {first ? (
        <img src={pictureAddress(first.url, '480')} alt="" loading="lazy" decoding="async" draggable={false} />
      ) : (
        <Icon name="picture" size={32} />
      )}
      {rest.length > 0 && <span className={classes['more']}>+{rest.length}</span>}
    </div>
  )
}
