import type { GalleryMail } from '@daymark/contracts'
import type { MailContent } from './template.ts'

/** Values that the texts of all mails about galleries use. */
export type GalleryMailContext = {
  /** The name of the photographer or studio. */
  from: string
  /** The base address of links: the installation or the photographer's own domain. */
  site: string
  when(iso: string): string
}
export type GalleryMailOf<K extends GalleryMail['kind']> = Extract<GalleryMail, { kind: K }>
type GalleryMessages = {
  [K in GalleryMail['kind']]: (mail: GalleryMailOf<K>, around: GalleryMailContext) => MailContent
}

const VISITOR_REASON = 'You receive this email because you entered your address in this gallery.'
const FEEDBACK_REASON = 'You receive this email when a visitor sends a list or writes a comment.'
const VISITS_REASON = 'You receive this email after a visit to a gallery.'

const galleryAction = ({ path }: { path: string }, { site }: GalleryMailContext) => ({
  label: 'Open the Gallery',
  address: site + path,
})
const linkPageAction = (label: string, { linkId }: GalleryMail, { site }: GalleryMailContext, part: string) => ({
  label,
  address: `${site}/shares/${linkId}/${part}`,
})
const formatCount = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`
type PickCounts = { picked: number; rejected: number; notes: number }
const pickFacts = ({ picked, rejected, notes }: PickCounts): [string, string][] => [
  ['Chosen', formatCount(picked, 'photo')],
  ...(rejected ? [['Rejected', formatCount(rejected, 'photo')] as [string, string]] : []),
  ...(notes ? [['Notes', String(notes)] as [string, string]] : []),
]

export const GALLERY_MESSAGES: GalleryMessages = {
  gallery_ready: (mail, around) => ({
    subject: `“${mail.gallery}” is complete`,
    heading: 'Your gallery is complete',
    paragraphs: [`All photos of “${mail.gallery}” by ${around.from} are now available.`],
    action: galleryAction(mail, around),
    reason: VISITOR_REASON,
  }),
  link_expires: (mail, around) => ({
    subject: `“${mail.gallery}” closes soon`,
    heading: 'This gallery closes soon',
    paragraphs: [
      `“${mail.gallery}” by ${around.from} can be opened until the time below. Download the photos that you want to keep.`,
    ],
    facts: [['Open until', around.when(mail.expiresAt)]],
    action: galleryAction(mail, around),
    reason: VISITOR_REASON,
  }),
  personal_link: (mail, around) => ({
    subject: `Your personal link to “${mail.gallery}”`,
    heading: 'Your personal link',
    paragraphs: ['With this link you can continue your list and your comments on any device.'],
    action: galleryAction({ path: `${mail.path}#picks=${mail.key}` }, around),
    closing: [
      'Keep it private: anyone with this link can change your list. If you did not request it, ignore this email.',
    ],
    reason: 'You receive this email because your address was entered in this gallery.',
  }),
  picks_sent: (mail, around) => ({
    subject: `${mail.name} sent a list: ${mail.gallery}`,
    heading: `${mail.name} sent a list`,
    paragraphs: [
      `The list contains photos from “${mail.gallery}”. The visitor can no longer change it, unless you reopen it.`,
    ],
    facts: pickFacts(mail),
    action: linkPageAction('See the List', mail, around, 'picks'),
    reason: FEEDBACK_REASON,
  }),
  comment: (mail, around) => ({
    subject: `${mail.name} wrote a comment: ${mail.gallery}`,
    heading: `${mail.name} wrote a comment`,
    paragraphs: [`“${mail.text}”`],
    facts: [
      ['Photo', mail.photo],
      ['Gallery', mail.gallery],
    ],
    action: linkPageAction('Answer', mail, around, 'comments'),
    closing: ['When the visit ends, you receive one more email with its further activity.'],
    reason: FEEDBACK_REASON,
  }),
  visit: (mail, around) =>
    mail.topic === 'gallery_activity' ? visitMessage(mail, around) : laterVisitActivityMessage(mail, around),
  digest: (mail, around) => ({
    subject: `Much activity in “${mail.gallery}”`,
    heading: 'Much activity in your gallery',
    paragraphs: [`Instead of an email for each visit, this is a summary of the activity in “${mail.gallery}”.`],
    facts: [
      ['Since', around.when(mail.since)],
      ...(mail.visits ? [['Visits', String(mail.visits)] as [string, string]] : []),
      ...(mail.comments ? [['Comments', String(mail.comments)] as [string, string]] : []),
      ...(mail.lists ? [['Lists sent', String(mail.lists)] as [string, string]] : []),
    ],
    action: digestAction(mail, around),
    reason: mail.topic === 'gallery_activity' ? VISITS_REASON : FEEDBACK_REASON,
  }),
  link_expiry: (mail, around) => ({
    subject: `“${mail.gallery}” closes soon`,
    heading: 'One of your galleries closes soon',
    paragraphs: [`The link to “${mail.gallery}” expires at the time below. To keep it open, set a later expiry.`],
    facts: [['Open until', around.when(mail.expiresAt)]],
    action: { label: 'See Your Links', address: `${around.site}/shares` },
    reason: 'You receive this email a few days before a link expires.',
  }),
}

function visitMessage(mail: GalleryMailOf<'visit'>, around: GalleryMailContext): MailContent {
  const visitor = mail.name ?? 'A visitor'
  return {
    subject: `${visitor} visited “${mail.gallery}”`,
    heading: `${visitor} visited your gallery`,
    paragraphs: [`This is the activity in “${mail.gallery}”.`],
    facts: [
      ['Started', around.when(mail.startedAt)],
      ['Viewed', formatCount(mail.photos, 'photo')],
      ...(mail.downloads ? [['Downloaded', formatCount(mail.downloads, 'photo')] as [string, string]] : []),
      ...visitFacts(mail),
    ],
    action: visitAction(mail, around, 'analytics'),
    reason: VISITS_REASON,
  }
}

function laterVisitActivityMessage(mail: GalleryMailOf<'visit'>, around: GalleryMailContext): MailContent {
  const visitor = mail.name ?? 'A visitor'
  return {
    subject: `More from ${visitor}: ${mail.gallery}`,
    heading: `More from ${visitor}`,
    paragraphs: [`This is the activity in “${mail.gallery}” since our previous email.`],
    facts: visitFacts(mail),
    action: visitAction(mail, around, 'comments'),
    reason: FEEDBACK_REASON,
  }
}

const visitFacts = ({ comments, picks }: GalleryMailOf<'visit'>): [string, string][] => [
  ...(comments ? [['Comments', String(comments)] as [string, string]] : []),
  ...(picks ? pickFacts(picks) : []),
  ...(picks?.sent ? [['List', 'Sent'] as [string, string]] : []),
]

function visitAction(mail: GalleryMailOf<'visit'>, around: GalleryMailContext, otherwise: string) {
  if (mail.picks) return linkPageAction('See the List', mail, around, 'picks')
  if (mail.comments) return linkPageAction('See the Comments', mail, around, 'comments')
  return linkPageAction('See the Visits', mail, around, otherwise)
}

function digestAction(mail: GalleryMailOf<'digest'>, around: GalleryMailContext) {
  if (mail.comments) return linkPageAction('See the Comments', mail, around, 'comments')
  if (mail.lists) return linkPageAction('See the Lists', mail, around, 'picks')
  return linkPageAction('See the Visits', mail, around, 'analytics')
}
