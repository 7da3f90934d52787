import { z } from 'zod'
import { event, id, text } from '../define.ts'

/**
 * An email that a service requests for a user. Identity adds address, language and layout and sends it if email is set up. All texts
 * are plain text, never HTML.
 */
export const mailRequest = z.object({
  userId: id,
  subject: text.max(150),
  heading: text.max(150),
  paragraphs: z.array(text.max(1000)).min(1).max(5),
  action: z
    .object({
      label: text.max(60),
      path: z
        .string()
        .max(200)
        .regex(/^\/[\w\-/#]*$/),
    })
    .optional()
    .describe('A path of this application.'),
  reason: text.max(300).describe('Why the email was sent. Shown in small type at its end.'),
})
export type MailRequest = z.infer<typeof mailRequest>

/** `mailRequested('billing')` is the event with which billing requests an email. All services use the same payload. */
export const defineMailEvent = <S extends string>(service: S) => event(`${service}.mail.requested.v1`, mailRequest)

/**
 * Sharing stores an email about a gallery. The bus carries ids only: identity reads content and address from sharing when it sends the
 * email (`sharing.mails.read`).
 */
export const galleryMailRequested = event(
  'sharing.gallery-mail.requested.v1',
  z.object({ mailId: id, linkId: id, ownerId: id }),
)
/** The email was sent or dropped, so sharing can delete it. */
export const galleryMailEnded = event('identity.gallery-mail.ended.v1', z.object({ mailId: id, ownerId: id }))
/** Email topics that a user receives. Subscribers keep the newest `version`. */
export const mailChoicesChanged = event(
  'identity.mail-choices.changed.v1',
  z.object({ userId: id, version: z.number().int(), wanted: z.array(z.string().max(50)).max(50) }),
)

export const billingMailRequested = defineMailEvent('billing')
