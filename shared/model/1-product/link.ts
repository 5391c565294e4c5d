// Links point 1: an audience with the name of a role is that role.
import type { OrNotShown } from '../../points/declarations.ts'
import { isShown } from '../../points/declarations.ts'
import type { LinkContext } from '../link-context.ts'
import { findName } from '../link-context.ts'
import type { Product } from '../model.ts'

export function linkProduct(context: LinkContext): OrNotShown<Product> {
  const { product } = context.declarations
  if (!isShown(product)) return product
  const roles = [...context.outline.roles.values()].map((role) => role.name)
  const audiences = product.audiences.map(({ audience, comesTo }) => {
    const role = findName(audience, roles, 'entity')
    return { audience: audience.value, ...(role === undefined ? {} : { role }), comesTo }
  })
  return {
    prose: product.prose,
    audiences,
    ...(product.logo ? { logo: product.logo.file } : {}),
    ...(product.accent ? { accent: product.accent.color } : {}),
  }
}
