import { z } from 'zod'
import { MAX_SEARCH_LENGTH } from '../../rules/limits.ts'
import { album } from './albums.ts'
import { page, paging, searchPaging } from './fields.ts'
import { image } from './images.ts'

export { health } from '../accounts.ts'
/** The API version, which does not change with each release (rule 2). */
export const version = z.object({ version: z.literal('v1.0.0') })
export const rateLimit = z.object({
  limit: z.int().describe('Number of calls that the token may make per minute.'),
  remaining: z.int().describe('Number of calls that the token may make now.'),
  reset: z.int().describe('Seconds until the full limit is available again if the token makes no further calls.'),
})
export type RateLimit = z.infer<typeof rateLimit>
/** Size of the library (rule 49). */
export const stats = z.object({
  images: z.int().describe('Number of images in the library.'),
  albums: z.int().describe('Number of albums, without Favorites.'),
  shares: z.int().describe('Number of active share links: neither revoked nor expired.'),
  tags: z.int().describe('Number of tags.'),
  storage: z
    .object({
      used: z.int().describe('Storage that the account uses, in bytes.'),
      limit: z.int().describe('Storage that the account may use, in bytes.'),
    })
    .describe('Storage of the account.'),
})
export const tag = z.object({
  id: z.uuid(),
  label: z.string().describe('Text of the tag.'),
  image_count: z.int().describe('Number of images with the tag.'),
})
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
  query: z.string().describe('The text that was searched for.'),
  type: searchType,
  images: z.array(image),
  albums: z.array(album),
  ...page,
})
