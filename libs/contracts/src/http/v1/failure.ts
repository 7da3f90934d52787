import { z } from 'zod'
import { errorAnswer } from '../accounts.ts'

/** Every failure; what is optional comes with the codes that it belongs to. */
export const failure = errorAnswer.extend({
  error: z.string().describe('the same as `message`'),
  message: z.string().describe('a sentence for people; it may change'),
  code: z.string().describe('for programs; it stays as it is'),
  request_id: z.string().describe('names this call in our log'),
  plan: z.string().optional().describe('the plan that is needed, or whose limit was reached'),
  tier: z.string().optional().describe('the plan you have'),
  limit: z.union([z.int(), z.string()]).optional().describe('the limit that was reached'),
  offset: z.int().optional().describe('`upload_offset`: the byte at which the upload has to go on'),
})
