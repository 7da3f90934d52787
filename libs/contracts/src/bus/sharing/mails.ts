import { z } from 'zod'
import { done, id, isoTime, rpc, text } from '../define.ts'
import { MAX_EMAIL } from '../../rules/limits.ts'
import { byToken } from './open.ts'

const ofGallery = {
  linkId: id,
  gallery: z.string().describe('Title of the gallery.'),
}
/** `host`: custom domain of the photographer, if any. */
const toVisitor = {
  ...ofGallery,
  address: z.string(),
  host: z.string().nullable(),
  path: z.string(),
  unsubscribe: z.string().describe('Proof that authorizes turning off these emails.'),
}
const counts = { picked: z.number().int(), rejected: z.number().int(), notes: z.number().int() }

/** Facts for an email about a gallery, read when it is sent. Identity has the texts. */
const galleryMail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('gallery_ready'), ...toVisitor }),
  z.object({ kind: z.literal('link_expires'), ...toVisitor, expiresAt: isoTime }),
  z.object({ kind: z.literal('personal_link'), ...toVisitor, key: z.string() }),
  z.object({ kind: z.literal('picks_sent'), ...ofGallery, name: z.string(), ...counts }),
  z.object({ kind: z.literal('comment'), ...ofGallery, name: z.string(), text: z.string(), photo: z.string() }),
  z.object({
    kind: z.literal('visit'),
    ...ofGallery,
    topic: z.enum(['gallery_activity', 'gallery_feedback']),
    name: z.string().nullable().describe('Name given by the visitor. Null: none.'),
    startedAt: isoTime,
    photos: z.number().int().describe('Number of photos viewed.'),
    downloads: z.number().int(),
    comments: z.number().int(),
    picks: z
      .object({ ...counts, sent: z.boolean().describe('Whether the list was sent during this visit.') })
      .nullable()
      .describe('Null: the pick list did not change.'),
  }),
  z.object({
    kind: z.literal('digest'),
    ...ofGallery,
    topic: z.enum(['gallery_activity', 'gallery_feedback']),
    since: isoTime,
    visits: z.number().int().describe('Number of visits. 0 if the owner does not want emails about visits.'),
    comments: z.number().int(),
    lists: z.number().int().describe('Number of lists sent.'),
  }),
  z.object({ kind: z.literal('link_expiry'), ...ofGallery, expiresAt: isoTime }),
])
export type GalleryMail = z.infer<typeof galleryMail>

const proof = z.object({ token: text.max(200) })

/** Emails about galleries (rules 122 to 127). Sharing provides addresses and facts; identity sends. */
export const galleryMails = {
  /** Read when the email is sent. Null: it must not be sent any more. Only for the system. */
  readMail: rpc('sharing.mails.read', z.object({ mailId: id }), z.object({ mail: galleryMail.nullable() })),
  /**
   * Sends the personal link to a named visitor. The response does not reveal whether an email was sent. Errors as getGallery;
   * VISITOR_UNKNOWN, TOO_MANY_REQUESTS.
   */
  mailPersonalLink: rpc(
    'sharing.visitors.mail-link',
    z.object({
      ...byToken,
      key: z.string(),
      email: text.max(MAX_EMAIL),
      keep: z
        .boolean()
        .describe(
          "Whether the visitor's address is stored for the photographer. Otherwise it is used for this email only.",
        ),
      address: z.string(),
    }),
    done,
  ),
  /** Describes what an unsubscribe link of a visitor turns off. Throws MAIL_LINK_GONE for a forged link. */
  getVisitorMails: rpc(
    'sharing.mails.get-choice',
    proof,
    z.object({
      ownerId: id,
      gallery: z.string().nullable().describe('Title of the gallery. Null: the gallery was deleted.'),
      off: z.enum(['none', 'gallery', 'all']),
    }),
  ),
  /** Turns off emails about this gallery, or all galleries of the photographer, for the address. MAIL_LINK_GONE. */
  stopVisitorMails: rpc('sharing.mails.stop', proof.extend({ all: z.boolean() }), done),
}
