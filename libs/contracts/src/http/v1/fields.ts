import { z } from 'zod'
import { errorAnswer } from '../accounts.ts'

/** Body of every error response. Each optional field is present only with the codes that its description names. */
export const failure = errorAnswer.extend({
  error: z.string().describe('The same text as `message`.'),
  message: z.string().describe('Explanation for people. The text may change, so do not parse it.'),
  code: z.string().describe('Error code for programs. Codes do not change.'),
  request_id: z.string().describe('ID of the request. Include it when you contact support.'),
  plan: z
    .string()
    .optional()
    .describe(
      'For `plan_required`: the lowest plan that includes the feature. For `album_limit`: the plan whose limit was reached.',
    ),
  tier: z.string().optional().describe('For `plan_required`: the current plan of the owner of the token.'),
  limit: z
    .union([z.int(), z.string()])
    .optional()
    .describe(
      'The limit that was exceeded: a number of albums for `album_limit`, a size such as `500 MB` for `file_too_large`.',
    ),
  offset: z
    .int()
    .optional()
    .describe(
      'For `upload_offset`: the number of bytes already stored. Send the remaining bytes with this `Upload-Offset`.',
    ),
})

/** Page sizes of lists: default, default of search results, and maximum (rule 5). */
export const PAGE = { default: 50, search: 20, max: 200 } as const

const wholeNumber = z.string().regex(/^\d{1,15}$/, 'Enter a whole number of at least 0.')
const limitParameter = (defaultLimit: number) =>
  wholeNumber
    .optional()
    .transform(text => Math.min(text === undefined ? defaultLimit : Number(text), PAGE.max))
    .meta({ schema: { type: 'integer', minimum: 0, default: defaultLimit } })
    .describe(`Maximum number of items to return. Values above ${PAGE.max} count as ${PAGE.max}.`)
const offsetParameter = wholeNumber
  .optional()
  .transform(text => Number(text ?? 0))
  .meta({ schema: { type: 'integer', minimum: 0, default: 0 } })
  .describe('Number of items to skip from the start of the list.')

/** The query parameters `limit` and `offset`, parsed as numbers. */
export const paging = { limit: limitParameter(PAGE.default), offset: offsetParameter }
export const searchPaging = { limit: limitParameter(PAGE.search), offset: offsetParameter }
/** The query parameter `cursor`, for keyset pagination. */
export const cursor = z
  .string()
  .max(400)
  .optional()
  .describe('The `next_cursor` of the previous page. Omit it for the first page. If it is set, `offset` is ignored.')

/** Fields of every response that contains one page of a list. */
export const page = {
  total: z.int().describe('Total number of items across all pages.'),
  limit: z.int().describe('Maximum number of items on one page, as requested.'),
  offset: z.int().describe('The `offset` of the request.'),
}
export const nextCursor = z
  .string()
  .nullable()
  .describe('Value of `cursor` for the next page. Null: this is the last page.')

export const time = z.iso.datetime().describe('ISO 8601 date and time in UTC.')
export const booleanParameter = z.enum(['true', 'false', '1', '0']).meta({ schema: { type: 'boolean' } })
