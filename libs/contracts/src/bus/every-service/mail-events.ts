import { z } from 'zod'
import { event, id, text } from '../define.ts'

/**
 * An email to a user, which a service requests from identity. Identity adds address, language and layout, and sends the email if email is
 * set up. All texts are plain text, never HTML.
 */
const mailRequest = z.object({
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
    .describe('Button that opens a path of the web application.'),
  reason: text.max(300).describe('Why the user receives the email. Shown in small type at the end.'),
})
export type MailRequest = z.infer<typeof mailRequest>

/** Defines the event with which a service requests an email. All services use the same payload. */
export const defineMailEvent = <S extends string>(service: S) => event(`${service}.mail.requested.v1`, mailRequest)

/**
 * Sharing stored an email about a gallery to be sent. The event contains only ids, because it may stay on the bus for long: identity reads
 * content and address from sharing when it sends the email (`sharing.mails.read`).
 */
export const galleryMailRequested = event(
  'sharing.gallery-mail.requested.v1',
  z.object({ mailId: id, linkId: id, ownerId: id }),
)
/** Identity sent or dropped an email about a gallery. Sharing then deletes it. */
export const galleryMailEnded = event('identity.gallery-mail.ended.v1', z.object({ mailId: id, ownerId: id }))
/** A user chose which email topics to receive. Subscribers store the choice with the newest `version`. */
export const mailChoicesChanged = event(
  'identity.mail-choices.changed.v1',
  z.object({ userId: id, version: z.number().int(), wanted: z.array(z.string().max(50)).max(50) }),
)

export const billingMailRequested = defineMailEvent('billing')
