import type { Photo } from './photo.entity.ts'

/** Lists read plain rows, because creating a thousand entities takes longer than the rest of the request. */
export type PhotoRow<K extends keyof Photo> = Pick<Photo, K>

const BIG = new Set(['size', 'crc32'])
const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** `created_at AS "createdAt"` …; the names are properties of the entity, never input. */
export const columnsOf = (names: readonly (keyof Photo)[]): string =>
  names.map(name => `p.${snake(name)}${BIG.has(name) ? '::float8' : ''} AS "${name}"`).join(', ')

/** SQL: capture time, zone and camera as read from the file of a photo `p`; empty until the file is processed. */
export const CAPTURE = `coalesce(p.capture, '{}')`
