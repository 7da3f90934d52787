import { photoFields, photoFieldsIn } from '@daymark/contracts'
import type { Photo } from './photo.entity.ts'

/**
 * Columns of a photo as a plain row. Lists read rows instead of entities, because creating a thousand entities takes longer than the rest
 * of the request.
 */
export type PhotoRow<K extends keyof Photo> = Pick<Photo, K>

const BIG = new Set(['size', 'crc32'])
export const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** The columns of the fields that the photographer can edit: a change of a photo writes them, and a restore copies them. */
export const EDITED_COLUMNS = photoFieldsIn('library').map(field => photoFields[field].column)

export const pick = <T, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map(name => [name, from[name]])) as Pick<T, K>

/** The select list of properties, such as `p.created_at AS "createdAt"`. `names` are properties of the entity, never user input. */
export const columnsOf = (names: readonly (keyof Photo)[]): string =>
  names.map(name => `p.${snake(name)}${BIG.has(name) ? '::float8' : ''} AS "${name}"`).join(', ')

/** SQL: capture time, zone and camera as read from the file of a photo `p`; empty until the file is processed. */
export const CAPTURE = `coalesce(p.capture, '{}')`
