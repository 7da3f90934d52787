import { z } from 'zod'
import { done, id, isoTime, rpc, text } from '../define.ts'
import { MAX_EMAIL } from '../../rules/limits.ts'
import { byToken } from './open.ts'

const ofGallery = {
  linkId: id,
  gallery: z.string().describe('Title of the gallery.'),
}
/** `host`: the photographer's own domain, where her galleries are on one. */
const toVisitor = {
  ...ofGallery,
  address: z.string(),
  host: z.string().nullable(),
  path: z.string(),
  unsubscribe: z.string().describe('Proof that authorizes turning off these emails.'),
}
const counts = { picked: z.number().int(), rejected: z.number().int(), notes: z.number().int() }

/** What is in a mail about a gallery, as it is true at the moment. Facts: identity has the words. */
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

/** Mails about galleries (rules 122 to 127): sharing has the addresses of visitors and what happened, identity sends. */
export const galleryMails = {
  /** Asked at the moment of sending. null: nobody is to get it any more. Only for the system. */
  readMail: rpc('sharing.mails.read', z.object({ mailId: id }), z.object({ mail: galleryMail.nullable() })),
  /**
   * Sends her personal link to a visitor who said her name; the answer does not tell whether the address gets mail. Errors as
   * getGallery, VISITOR_UNKNOWN, TOO_MANY_REQUESTS.
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
  /** What the link of a mail to a visitor would turn off. MAIL_LINK_GONE for one that was not made here. */
  getVisitorMails: rpc(
    'sharing.mails.get-choice',
    proof,
    z.object({
      ownerId: id,
      gallery: z.string().nullable().describe('Title of the gallery. Null: the gallery was deleted.'),
      off: z.enum(['none', 'gallery', 'all']),
    }),
  ),
  /** No mails of this gallery, or of any of this photographer, to the address that the mail went to. MAIL_LINK_GONE. */
  stopVisitorMails: rpc('sharing.mails.stop', proof.extend({ all: z.boolean() }), done),
}
