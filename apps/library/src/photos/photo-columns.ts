import { toSnakeCase } from '@daymark/platform'
import type { Photo } from './photo.entity.ts'

/**
 * Columns of a photo as a plain row. Lists read rows instead of entities, because creating a thousand entities takes longer than the rest
 * of the request.
 */
export type PhotoRow<K extends keyof Photo> = Pick<Photo, K>

const BIGINT_PROPERTIES = new Set(['size', 'crc32'])

/** Creates the select list of photo properties, such as `p.created_at AS "createdAt"`. `names` must not come from user input. */
export const selectListOf = (names: readonly (keyof Photo)[]): string =>
  names.map(name => `p.${toSnakeCase(name)}${BIGINT_PROPERTIES.has(name) ? '::float8' : ''} AS "${name}"`).join(', ')

/** SQL for the capture time, time zone and camera as read from the file of a photo `p`. An empty object until the file is processed. */
export const CAPTURE_SQL = `coalesce(p.capture, '{}')`
