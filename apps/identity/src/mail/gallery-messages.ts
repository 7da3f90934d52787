import type { GalleryMail } from '@daymark/contracts'
import type { MailContent } from './template.ts'

/** Values that all texts of mails about galleries can use. */
export type GalleryMailContext = {
  /** The name of the photographer or studio to whom the gallery belongs. */
  photographer: string
  /** The base address of links: the address of the installation, or the custom domain of the photographer. */
  site: string
  /** Formats a time in the language and time zone of the owner of the gallery. */
  formatTime(iso: string): string
}
export type GalleryMailOf<K extends GalleryMail['kind']> = Extract<GalleryMail, { kind: K }>
type GalleryMessages = {
  [K in GalleryMail['kind']]: (mail: GalleryMailOf<K>, context: GalleryMailContext) => MailContent
}

const VISITOR_REASON = 'You receive this email because you entered your address in this gallery.'
const FEEDBACK_REASON = 'You receive this email when a visitor sends a list of picked photos or writes a comment.'
const VISITS_REASON = 'You receive this email when one of your galleries is visited.'

const galleryAction = ({ path }: { path: string }, { site }: GalleryMailContext) => ({
  label: 'Open the Gallery',
  address: site + path,
})
const linkPageAction = (label: string, { linkId }: GalleryMail, { site }: GalleryMailContext, subpage: string) => ({
  label,
  address: `${site}/shares/${linkId}/${subpage}`,
})
const formatCount = (count: number, singular: string): string => `${count} ${singular}${count === 1 ? '' : 's'}`
type PickCounts = { picked: number; rejected: number; notes: number }
const pickDetails = ({ picked, rejected, notes }: PickCounts): [string, string][] => [
  ['Chosen', formatCount(picked, 'photo')],
  ...(rejected ? [['Rejected', formatCount(rejected, 'photo')] as [string, string]] : []),
  ...(notes ? [['Notes', String(notes)] as [string, string]] : []),
]

export const GALLERY_MESSAGES: GalleryMessages = {
  gallery_ready: (mail, context) => ({
    subject: `“${mail.gallery}” is complete`,
    heading: 'Your gallery is complete',
    paragraphs: [`All photos of “${mail.gallery}” by ${context.photographer} are now available.`],
    action: galleryAction(mail, context),
    reason: VISITOR_REASON,
  }),
  link_expires: (mail, context) => ({
    subject: `“${mail.gallery}” closes soon`,
    heading: 'This gallery closes soon',
    paragraphs: [
      `“${mail.gallery}” by ${context.photographer} can be opened until the time below. Download the photos that you want to keep.`,
    ],
    details: [['Open until', context.formatTime(mail.expiresAt)]],
    action: galleryAction(mail, context),
    reason: VISITOR_REASON,
  }),
  personal_link: (mail, context) => ({
    subject: `Your personal link to “${mail.gallery}”`,
    heading: 'Your personal link',
    paragraphs: ['With this link you can continue your list of picked photos and your comments on any device.'],
    action: galleryAction({ path: `${mail.path}#picks=${mail.key}` }, context),
    closing: [
      'Keep the link private, because anyone who has it can change your list. If you did not request it, ignore this email.',
    ],
    reason: 'You receive this email because your address was entered in this gallery.',
  }),
  picks_sent: (mail, context) => ({
    subject: `${mail.name} sent a list: ${mail.gallery}`,
    heading: `${mail.name} sent a list`,
    paragraphs: [
      `The list contains photos from “${mail.gallery}”. The visitor can no longer change it, unless you reopen it.`,
    ],
    details: pickDetails(mail),
    action: linkPageAction('See the List', mail, context, 'picks'),
    reason: FEEDBACK_REASON,
  }),
  comment: (mail, context) => ({
    subject: `${mail.name} wrote a comment: ${mail.gallery}`,
    heading: `${mail.name} wrote a comment`,
    paragraphs: [`“${mail.text}”`],
    details: [
      ['Photo', mail.photo],
      ['Gallery', mail.gallery],
    ],
    action: linkPageAction('Answer', mail, context, 'comments'),
    closing: ['If there is more activity during this visit, you receive one more email after it ends.'],
    reason: FEEDBACK_REASON,
  }),
  visit: (mail, context) =>
    mail.topic === 'gallery_activity' ? visitMessage(mail, context) : laterVisitActivityMessage(mail, context),
  digest: (mail, context) => ({
    subject: `Activity summary for “${mail.gallery}”`,
    heading: 'Activity in your gallery',
    paragraphs: [`Instead of an email for each visit, this is a summary of the activity in “${mail.gallery}”.`],
    details: [
      ['Since', context.formatTime(mail.since)],
      ...(mail.visits ? [['Visits', String(mail.visits)] as [string, string]] : []),
      ...(mail.comments ? [['Comments', String(mail.comments)] as [string, string]] : []),
      ...(mail.lists ? [['Lists sent', String(mail.lists)] as [string, string]] : []),
    ],
    action: digestAction(mail, context),
    reason: mail.topic === 'gallery_activity' ? VISITS_REASON : FEEDBACK_REASON,
  }),
  link_expiry: (mail, context) => ({
    subject: `“${mail.gallery}” closes soon`,
    heading: 'One of your galleries closes soon',
    paragraphs: [
      `The link to “${mail.gallery}” expires at the time below. To keep the gallery open, set a later expiry date for the link.`,
    ],
    details: [['Open until', context.formatTime(mail.expiresAt)]],
    action: { label: 'See Your Links', address: `${context.site}/shares` },
    reason: 'You receive this email a few days before a link to one of your galleries expires.',
  }),
}

function visitMessage(mail: GalleryMailOf<'visit'>, context: GalleryMailContext): MailContent {
  const visitor = mail.name ?? 'A visitor'
  return {
    subject: `${visitor} visited “${mail.gallery}”`,
    heading: `${visitor} visited your gallery`,
    paragraphs: [`This is the activity in “${mail.gallery}”.`],
    details: [
      ['Started', context.formatTime(mail.startedAt)],
      ['Viewed', formatCount(mail.photos, 'photo')],
      ...(mail.downloads ? [['Downloaded', formatCount(mail.downloads, 'photo')] as [string, string]] : []),
      ...visitDetails(mail),
    ],
    action: visitAction(mail, context, 'analytics'),
    reason: VISITS_REASON,
  }
}

function laterVisitActivityMessage(mail: GalleryMailOf<'visit'>, context: GalleryMailContext): MailContent {
  const visitor = mail.name ?? 'A visitor'
  return {
    subject: `More from ${visitor}: ${mail.gallery}`,
    heading: `More from ${visitor}`,
    paragraphs: [`This is the activity in “${mail.gallery}” since our previous email.`],
    details: visitDetails(mail),
    action: visitAction(mail, context, 'comments'),
    reason: FEEDBACK_REASON,
  }
}

const visitDetails = ({ comments, picks }: GalleryMailOf<'visit'>): [string, string][] => [
  ...(comments ? [['Comments', String(comments)] as [string, string]] : []),
  ...(picks ? pickDetails(picks) : []),
  ...(picks?.sent ? [['List', 'Sent'] as [string, string]] : []),
]

function visitAction(mail: GalleryMailOf<'visit'>, context: GalleryMailContext, defaultSubpage: string) {
  if (mail.picks) return linkPageAction('See the List', mail, context, 'picks')
  if (mail.comments) return linkPageAction('See the Comments', mail, context, 'comments')
  return linkPageAction('See the Visits', mail, context, defaultSubpage)
}

function digestAction(mail: GalleryMailOf<'digest'>, context: GalleryMailContext) {
  if (mail.comments) return linkPageAction('See the Comments', mail, context, 'comments')
  if (mail.lists) return linkPageAction('See the Lists', mail, context, 'picks')
  return linkPageAction('See the Visits', mail, context, 'analytics')
}
