// Point 1, linked: an audience that has the name of a role is that role.
import type { Shown } from '../points/declarations.ts'
import { isShown } from '../points/declarations.ts'
import type { Linking } from './linking.ts'
import { findName } from './linking.ts'
import type { Product } from './model.ts'

export function linkProduct(linking: Linking): Shown<Product> {
  const { product } = linking.declarations
  if (!isShown(product)) return product
  const roles = [...linking.outline.roles.values()].map((role) => role.name)
  const audiences = product.audiences.map(({ audience, comesTo }) => {
    const role = findName(audience, roles, 'entity')
    return { audience: audience.value, ...(role === undefined ? {} : { role }), comesTo }
  })
  return { prose: product.prose, audiences }
}
