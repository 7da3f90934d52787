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
