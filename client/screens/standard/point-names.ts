// Lists the usual names of the nine points.

export const POINT_NAMES: readonly { readonly point: number; readonly name: string }[] = [
  { point: 1, name: 'What the product does and for whom' },
  { point: 2, name: 'Screens and routes' },
  { point: 3, name: 'Entities and their fields' },
  { point: 4, name: 'States and transitions' },
  { point: 5, name: 'Validation rules' },
  { point: 6, name: 'Roles and permissions' },
  { point: 7, name: 'The calls it makes' },
  { point: 8, name: 'The error catalogue' },
  { point: 9, name: 'Business constants and limits' },
]
