import { z } from 'zod'
import { MAX_SEARCH_LENGTH } from '../../rules/limits.ts'
import { album } from './albums.ts'
import { page, paging, searchPaging } from './fields.ts'
import { image } from './images.ts'

export { health } from '../accounts.ts'
/** rule 2: version of the API, not of the build. */
export const version = z.object({ version: z.literal('v1.0.0') })
export const rateLimit = z.object({
  limit: z.int().describe('Number of calls that the token may make per minute.'),
  remaining: z.int().describe('Number of calls that the token may make now.'),
  reset: z.int().describe('Seconds until the full limit is available again, if no further calls are made.'),
})
export type RateLimit = z.infer<typeof rateLimit>
/** rule 49. */
export const stats = z.object({
  images: z.int(),
  albums: z.int(),
  shares: z.int().describe('Number of active share links: neither revoked nor expired.'),
  tags: z.int(),
  storage: z.object({ used: z.int(), limit: z.int() }).describe('Storage that the account uses and may use, in bytes.'),
})
export const tag = z.object({ id: z.uuid(), label: z.string(), image_count: z.int() })
export const tagQuery = z.object(paging)
export const tagList = z.object({ tags: z.array(tag), ...page })

export const searchType = z.enum(['all', 'images', 'albums'])
export const searchQuery = z.object({
  q: z
    .string({ error: 'Send the text to search for as q.' })
    .trim()
    .min(1, 'Send the text to search for as q.')
    .max(MAX_SEARCH_LENGTH)
    .describe('Text to find in titles.'),
  type: searchType.default('all').describe('What to search: images, albums or both.'),
  ...searchPaging,
})
export const searchAnswer = z.object({
  query: z.string(),
  type: searchType,
  images: z.array(image),
  albums: z.array(album),
  ...page,
})
