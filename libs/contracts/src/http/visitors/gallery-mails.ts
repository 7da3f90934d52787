import { z } from 'zod'
import { MAX_EMAIL } from '../../rules/limits.ts'

/** Token of an unsubscribe link. */
const token = z.string().max(200)
export const visitorMailsQuery = z.object({ token })
/** Mail programs send no body; then the call applies to one gallery. */
export const stopMailsQuery = z.object({
  token,
  all: z.enum(['true', 'false']).optional().describe('Applies to all galleries of this photographer.'),
})
export const visitorMails = z.object({
  gallery: z.string().nullable().describe('Title of the gallery. Null: the gallery was deleted.'),
  studio: z.string().nullable().describe('Studio in whose name the email was sent. Null: Daymark.'),
  off: z.enum(['none', 'gallery', 'all']),
})
export type VisitorMails = z.infer<typeof visitorMails>

/** Address to which a visitor's personal link is sent. */
export const mailLinkBody = z.object({
  email: z.email('Enter a valid email address.').max(MAX_EMAIL),
  keep: z
    .boolean()
    .default(false)
    .describe("Whether the address is stored with the visitor's name, for the photographer and for later emails."),
})
