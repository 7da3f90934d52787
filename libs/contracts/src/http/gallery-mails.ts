import { z } from 'zod'
import { MAX_EMAIL } from '../limits.ts'

/** The token of a link in a mail to a visitor. */
const token = z.string().max(200)
export const visitorMailsQuery = z.object({ token })
/** Of a mail program there is no body that says more: then it is that gallery. */
export const stopMailsQuery = z.object({
  token,
  all: z.enum(['true', 'false']).optional().describe('of all galleries of this photographer'),
})
export const visitorMails = z.object({
  gallery: z.string().nullable().describe('title; null: it is gone'),
  studio: z.string().nullable().describe('in whose name it came; null: Daymark'),
  off: z.enum(['none', 'gallery', 'all']),
})
export type VisitorMails = z.infer<typeof visitorMails>

/** Where a visitor has her personal link sent to. */
export const mailLinkBody = z.object({
  email: z.email('This is no e-mail address.').max(MAX_EMAIL),
  keep: z.boolean().default(false).describe('it is kept with her name, for the photographer and for later mails'),
})
