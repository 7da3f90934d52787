import { photoFields, photoFieldsIn } from '@daymark/contracts'

/** The columns of the fields that the photographer can edit: a change of a photo writes them, and a restore copies them. */
export const EDITED_COLUMNS = photoFieldsIn('library').map(field => photoFields[field].column)

export const pick = <T, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map(name => [name, from[name]])) as Pick<T, K>
