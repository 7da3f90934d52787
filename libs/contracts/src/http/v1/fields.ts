import { z } from 'zod'
import { errorAnswer } from '../accounts.ts'

/** All error responses. Optional fields belong to certain codes. */
export const failure = errorAnswer.extend({
  error: z.string().describe('Same text as `message`.'),
  message: z.string().describe('Human-readable sentence. It may change.'),
  code: z.string().describe('Machine-readable code. It does not change.'),
  request_id: z.string().describe('Identifies this request in the server log.'),
  plan: z.string().optional().describe('The plan that is required, or whose limit was reached.'),
  tier: z.string().optional().describe('Your current plan.'),
  limit: z.union([z.int(), z.string()]).optional().describe('The limit that was reached.'),
  offset: z.int().optional().describe('For `upload_offset`: the byte at which the upload must continue.'),
})

/** Default and maximum page sizes (rule 5). */
export const PAGE = { default: 50, search: 20, max: 200 } as const

const whole = z.string().regex(/^\d{1,15}$/, 'A whole number of at least 0 is needed.')
const limit = (defaultLimit: number) =>
  whole
    .optional()
    .transform(text => Math.min(text === undefined ? defaultLimit : Number(text), PAGE.max))
    .meta({ schema: { type: 'integer', minimum: 0, default: defaultLimit } })
    .describe(`Number of items to return, at most ${PAGE.max}. A larger value is lowered to ${PAGE.max}.`)
const offset = whole
  .optional()
  .transform(text => Number(text ?? 0))
  .meta({ schema: { type: 'integer', minimum: 0, default: 0 } })
  .describe('Number of items to skip.')

/** `limit` and `offset` of a query, parsed as numbers. */
export const paging = { limit: limit(PAGE.default), offset }
export const searchPaging = { limit: limit(PAGE.search), offset }
/** Keyset paging, for large libraries. */
export const cursor = z
  .string()
  .max(400)
  .optional()
  .describe('`next_cursor` of the previous page. If set, `offset` is ignored.')

/** Paging fields of every list. */
export const page = { total: z.int().describe('Total number of items.'), limit: z.int(), offset: z.int() }
export const nextCursor = z.string().nullable().describe('Cursor of the next page. Null: this is the last page.')

export const time = z.iso.datetime().describe('ISO 8601 in UTC.')
export const flag = z.enum(['true', 'false', '1', '0']).meta({ schema: { type: 'boolean' } })
