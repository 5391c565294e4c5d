// Declares the views of lists that people save.

export interface SavedView {
  readonly id: string
  /** Key of the screen whose list it is of. */
  readonly screen: string
  readonly name: string
  /** The list's parameters, as they stand in its address: `status=open&sort=-priority`. */
  readonly query: string
  /** The role whose people see it too; null: nobody else. */
  readonly role: string | null
  readonly own: boolean
}
