import { z } from 'zod'
import { hasNoControlCharacters } from '../rules/comments/comment-text.ts'
import { text } from '../bus/define.ts'
import { FIRST_LOOK } from '../rules/first-look/first-look-limits.ts'
import { MAX_EMAIL } from '../rules/limits.ts'

/** That more photos are coming, as the owner of a link tells its visitors (rule 128). */
export const firstLookSettings = z.object({
  expected: z.iso.date().nullable().describe('The day by which all photos are expected. Null: not stated.'),
  note: text.max(FIRST_LOOK.note).describe('A sentence from the owner. Empty: none.'),
})
export type FirstLookSettings = z.infer<typeof firstLookSettings>
export const firstLookBody = z.object({
  expected: z.iso.date('A day is needed, such as 2031-05-01.').nullable().default(null),
  note: text
    .trim()
    .max(FIRST_LOOK.note)
    .refine(hasNoControlCharacters, 'Contains characters that cannot be stored.')
    .default(''),
})

const byMail = z
  .boolean()
  .describe('Whether this installation can send email. If not, visitors are not asked for an address.')

/** For visitors of a gallery that is a first look. */
export const galleryFirstLook = z.object({ by_mail: byMail })
/** Where the one mail goes that says that the gallery is complete. */
export const completionSubscriptionBody = z.object({
  email: z.email('Enter a valid email address.').max(MAX_EMAIL).toLowerCase(),
})

/** The owner's side. */
export const shareFirstLook = z.object({
  by_mail: byMail,
  waiting: z
    .array(z.object({ id: z.string(), email: z.string(), created_at: z.string() }))
    .max(FIRST_LOOK.addresses)
    .describe('Oldest first.'),
})
export type ShareFirstLook = z.infer<typeof shareFirstLook>
