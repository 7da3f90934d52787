import { z } from 'zod'
import { hasNoControlCharacters } from '../../rules/visible-text.ts'
import { text } from '../../bus/define.ts'
import { FIRST_LOOK_LIMITS, MAX_EMAIL_LENGTH } from '../../rules/limits.ts'

/** A first look: the gallery announces that the owner will add more photos (rule 128). */
export const firstLookSettings = z.object({
  expected: z.iso
    .date()
    .nullable()
    .describe('Day by which the owner expects to add all images (YYYY-MM-DD). Null: no day is announced.'),
  note: text.max(FIRST_LOOK_LIMITS.note).describe('Message from the owner to visitors. Empty: no message.'),
})
export type FirstLookSettings = z.infer<typeof firstLookSettings>
export const firstLookBody = z.object({
  expected: z.iso
    .date('Send a date such as 2031-05-01.')
    .nullable()
    .default(null)
    .describe('Day by which the owner expects to add all images (YYYY-MM-DD). Null: no day is announced.'),
  note: text
    .trim()
    .max(FIRST_LOOK_LIMITS.note)
    .refine(hasNoControlCharacters, 'Contains characters that cannot be stored.')
    .default('')
    .describe('Message to visitors. Empty: no message.'),
})

const byMail = z
  .boolean()
  .describe('Whether this installation can send email. If not, visitors are not asked for an address.')

/** The first look of a gallery as its visitors see it. */
export const galleryFirstLook = z.object({ by_mail: byMail })
/** Email address to which one email is sent when the gallery is complete. */
export const completionSubscriptionBody = z.object({
  email: z.email('Enter a valid email address.').max(MAX_EMAIL_LENGTH).toLowerCase(),
})

/** The addresses to notify when the gallery is complete, for the owner of the link. */
export const shareFirstLook = z.object({
  by_mail: byMail,
  waiting: z
    .array(z.object({ id: z.string(), email: z.string(), created_at: z.string() }))
    .max(FIRST_LOOK_LIMITS.addresses)
    .describe('Oldest first.'),
})
export type ShareFirstLook = z.infer<typeof shareFirstLook>
