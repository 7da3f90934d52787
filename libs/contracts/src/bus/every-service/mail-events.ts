import { z } from 'zod'
import { event, id, text } from '../define.ts'

/**
 * What a service wants said to a user by mail. Identity knows the address, the language and whether mail is set up; it adds the
 * look, and sends. Plain text: nothing of it is read as HTML.
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

/** `mailRequested('billing')` is the event by which billing asks for a mail: one shape for every service, each with its own name. */
export const mailRequested = <S extends string>(service: S) => event(`${service}.mail.requested.v1`, mailRequest)

/**
 * A mail about a gallery waits at sharing. Neither what it says nor an address is on the bus: identity asks for both when it sends
 * (`sharing.mails.read`).
 */
export const galleryMailRequested = event(
  'sharing.gallery-mail.requested.v1',
  z.object({ mailId: id, linkId: id, ownerId: id }),
)
/** It was sent, or will not be: nothing of it has to be kept. */
export const galleryMailEnded = event('identity.gallery-mail.ended.v1', z.object({ mailId: id, ownerId: id }))
/** Which mails somebody wants; listeners keep the newest `version`. */
export const mailChoicesChanged = event(
  'identity.mail-choices.changed.v1',
  z.object({ userId: id, version: z.number().int(), wanted: z.array(z.string().max(50)).max(50) }),
)

export const billingMailRequested = mailRequested('billing')
