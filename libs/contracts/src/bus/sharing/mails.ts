import { z } from 'zod'
import { successOutput, id, isoTime, rpc, text, systemRpc } from '../define.ts'
import { MAX_EMAIL_LENGTH } from '../../rules/limits.ts'
import { linkAccess } from './open.ts'

const galleryRef = {
  linkId: id,
  gallery: z.string().describe('Title of the gallery.'),
}
/** `address`: email address of the visitor. `host`: custom domain of the photographer; null: none. `path`: path of the gallery. */
const visitorRecipient = {
  ...galleryRef,
  address: z.string(),
  host: z.string().nullable(),
  path: z.string(),
  unsubscribe: z.string().describe('Proof that authorizes turning off these emails.'),
}
const pickCounts = { picked: z.number().int(), rejected: z.number().int(), notes: z.number().int() }

/** Data for an email about a gallery, from which identity writes the text when it sends the email. */
const galleryMail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('gallery_ready'), ...visitorRecipient }),
  z.object({ kind: z.literal('link_expires'), ...visitorRecipient, expiresAt: isoTime }),
  z.object({ kind: z.literal('personal_link'), ...visitorRecipient, key: z.string() }),
  z.object({ kind: z.literal('picks_sent'), ...galleryRef, name: z.string(), ...pickCounts }),
  z.object({ kind: z.literal('comment'), ...galleryRef, name: z.string(), text: z.string(), photo: z.string() }),
  z.object({
    kind: z.literal('visit'),
    ...galleryRef,
    topic: z.enum(['gallery_activity', 'gallery_feedback']),
    name: z.string().nullable().describe('Name that the visitor entered. Null: none.'),
    startedAt: isoTime,
    photos: z.number().int().describe('Number of photos viewed.'),
    downloads: z.number().int(),
    comments: z.number().int(),
    picks: z
      .object({ ...pickCounts, sent: z.boolean().describe('Whether the list was sent during this visit.') })
      .nullable()
      .describe('Null: the pick list did not change.'),
  }),
  z.object({
    kind: z.literal('digest'),
    ...galleryRef,
    topic: z.enum(['gallery_activity', 'gallery_feedback']),
    since: isoTime,
    visits: z.number().int().describe('Number of visits. 0 if the owner does not want emails about visits.'),
    comments: z.number().int(),
    lists: z.number().int().describe('Number of pick lists that visitors sent.'),
  }),
  z.object({ kind: z.literal('link_expiry'), ...galleryRef, expiresAt: isoTime }),
])
export type GalleryMail = z.infer<typeof galleryMail>

const unsubscribeProof = z.object({ token: text.max(200) })

/** Emails about galleries (rules 122 to 127). Sharing provides addresses and data; identity writes and sends the emails. */
export const galleryMails = {
  /** Returns the data of an email when identity sends it. `mail` null: the email must no longer be sent. Only the actor `system` may call. */
  readMail: systemRpc('sharing.mails.read', z.object({ mailId: id }), z.object({ mail: galleryMail.nullable() })),
  /**
   * Emails the personal link to a visitor who has entered a name. The response does not reveal whether an email was sent. Throws the errors
   * of getGallery; VISITOR_UNKNOWN; TOO_MANY_REQUESTS.
   */
  mailPersonalLink: rpc(
    'sharing.visitors.mail-link',
    z.object({
      ...linkAccess,
      key: z.string(),
      email: text.max(MAX_EMAIL_LENGTH),
      keep: z
        .boolean()
        .describe(
          'Whether the email address is stored and shown to the photographer. If not, the address is used for this email only.',
        ),
      address: z.string(),
    }),
    successOutput,
  ),
  /** Describes what an unsubscribe link of a visitor turns off. Throws MAIL_LINK_GONE for a forged link. */
  getVisitorMails: rpc(
    'sharing.mails.get-choice',
    unsubscribeProof,
    z.object({
      ownerId: id,
      gallery: z.string().nullable().describe('Title of the gallery. Null: the gallery was deleted.'),
      off: z.enum(['none', 'gallery', 'all']),
    }),
  ),
  /**
   * Turns off emails to the address of the unsubscribe link: about this gallery, or with `all` about all galleries of the photographer. Throws
   * MAIL_LINK_GONE for a forged link.
   */
  stopVisitorMails: rpc('sharing.mails.stop', unsubscribeProof.extend({ all: z.boolean() }), successOutput),
}
