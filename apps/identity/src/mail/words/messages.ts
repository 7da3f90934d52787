import type { MailTopic, WantedMail } from '@daymark/contracts'
import { LEAVING_WORDS, type LeavingMails } from './leaving-words.ts'
import { saidOf, type SecurityChange } from './security-changes.ts'
import type { Around, WordsOf } from './words-of.ts'

/** What each kind of mail is made of. Ids and facts: nothing that lets anybody in is kept with a mail that waits. */
export type MailData = LeavingMails & {
  invitation: { linkId: string }
  password_reset: { linkId?: string }
  password_changed: object
  email_confirm: { linkId: string; email: string }
  email_requested: { email: string }
  email_changed: { email: string }
  security_changed: SecurityChange & { at: string }
  new_sign_in: { device: string; address: string; at: string }
  /** Of another service. */
  wanted: WantedMail
}
export type MailKind = keyof MailData

/** Kinds that a person can turn off; the others concern the account itself and always come. */
export const TOPIC_OF: { [K in MailKind]?: MailTopic } = { new_sign_in: 'new_sign_in' }

const ACCOUNT = 'This mail concerns the security of your account, so it always comes.'
const page = (site: string, name: string): string => `${site}/${name}`
/** Behind the #: browsers send it to no server, so it stands in no log. */
const linked = (around: Around, name: string, linkId = ''): string =>
  `${page(around.site, `mail/${name}`)}#${around.tokenOf(linkId)}`

export const WORDS: WordsOf<MailData> = {
  ...LEAVING_WORDS,
  invitation: ({ linkId }, around) => ({
    subject: `You are invited to ${around.product}`,
    heading: `Welcome to ${around.product}`,
    paragraphs: [
      'An account was made for you with this address, to keep your photos and to share them.',
      'Choose a password, then sign in with your address:',
    ],
    action: { label: 'Choose a Password', address: linked(around, 'welcome', linkId) },
    closing: ['The link works once, for seven days. If you expected no invitation, there is nothing to do.'],
    reason: 'You get this mail because somebody who runs this site invited you.',
  }),
  password_reset: ({ linkId }, around) => ({
    subject: `Choose a new ${around.product} password`,
    heading: 'Choose a new password',
    paragraphs: ['Somebody asked for a new password for your account. If it was you, choose it here:'],
    action: { label: 'Choose a New Password', address: linked(around, 'reset-password', linkId) },
    closing: [
      'The link works once, for one hour. It signs you out everywhere.',
      'If it was not you, there is nothing to do: your password stays as it is.',
    ],
    reason: 'You get this mail because somebody typed your address at the sign-in.',
  }),
  password_changed: (_, around) => ({
    subject: `Your ${around.product} password was changed`,
    heading: 'Your password was changed',
    paragraphs: ['The password of your account was changed, and all other sessions were signed out.'],
    closing: ["If it was not you, choose a new password at once with 'Forgot password?' at the sign-in."],
    reason: ACCOUNT,
  }),
  email_confirm: ({ linkId, email }, around) => ({
    subject: `Confirm your email address for ${around.product}`,
    heading: 'Confirm your new email address',
    paragraphs: [
      `Somebody wants to sign in to ${around.product} as ${email} from now on. If it was you, confirm it here:`,
    ],
    action: { label: 'Confirm This Address', address: linked(around, 'confirm-email', linkId) },
    closing: ['The link works once, for one hour. If it was not you, there is nothing to do.'],
    reason: 'You get this mail because your address was typed as the new one of an account.',
  }),
  email_requested: ({ email }, around) => ({
    subject: `A new email address for your ${around.product} account`,
    heading: 'A new email address was asked for',
    paragraphs: [`Somebody who knows your password asked to change your address to ${email}.`],
    closing: [
      'It changes when the link that was sent there is opened. Until then you sign in as before.',
      'If it was not you, change your password now and sign out other sessions in Settings.',
    ],
    action: { label: 'Open Settings', address: page(around.site, 'settings#profile') },
    reason: ACCOUNT,
  }),
  email_changed: ({ email }, around) => ({
    subject: `Your ${around.product} email address was changed`,
    heading: 'Your email address was changed',
    paragraphs: [`From now on you sign in as ${email}, and mails go there.`],
    closing: ['If it was not you, please write to whoever runs this site.'],
    reason: ACCOUNT,
  }),
  security_changed: (changed, around) => ({
    subject: saidOf(changed).subject(`your ${around.product} account`),
    heading: saidOf(changed).heading,
    paragraphs: [saidOf(changed).what],
    facts: [['Time', around.when(changed.at)]],
    action: { label: 'Open Settings', address: page(around.site, 'settings#security') },
    closing: [
      'If it was you, there is nothing to do. If not, change your password now and look through your settings.',
    ],
    reason: ACCOUNT,
  }),
  wanted: ({ subject, heading, paragraphs, action, reason }, { site }) => ({
    ...{ subject, heading, paragraphs, reason },
    ...(action && { action: { label: action.label, address: site + action.path } }),
  }),
  new_sign_in: ({ device, address, at }, around) => ({
    subject: `New sign-in to ${around.product}`,
    heading: 'New sign-in',
    paragraphs: ['Somebody signed in to your account with a browser that was not used before.'],
    facts: [
      ['Device', device],
      ['Address', address],
      ['Time', around.when(at)],
    ],
    action: { label: 'See Your Sessions', address: page(around.site, 'settings#sessions') },
    closing: ['If it was you, there is nothing to do. If not, sign that session out and change your password.'],
    reason: 'You get this mail at a sign-in from a new device.',
  }),
}
