import type { MailRequest, MailTopic } from '@daymark/contracts'
import type { MailContext, WordsOf } from './context.ts'
import { LEAVING_WORDS, type LeavingMails } from './leaving-words.ts'
import { saidOf, type SecurityChange } from './security-changes.ts'

/** The data of each kind of mail. Ids and facts only: a queued mail contains no credential. */
export type MailData = LeavingMails & {
  invitation: { linkId: string }
  password_reset: { linkId?: string }
  password_changed: object
  email_confirm: { linkId: string; email: string }
  email_requested: { email: string }
  email_changed: { email: string }
  security_changed: SecurityChange & { at: string }
  new_sign_in: { device: string; address: string; at: string }
  /** A mail of another service. */
  wanted: MailRequest
}
export type MailKind = keyof MailData

/** Kinds that users can turn off. Other kinds concern the account itself and are always sent. */
export const TOPIC_OF: { [K in MailKind]?: MailTopic } = { new_sign_in: 'new_sign_in' }

const ACCOUNT = 'This email concerns the security of your account and cannot be turned off.'
const page = (site: string, name: string): string => `${site}/${name}`
/** The token is in the fragment, which browsers do not send, so that no log contains it. */
const linked = (around: MailContext, name: string, linkId = ''): string =>
  `${page(around.site, `mail/${name}`)}#${around.tokenOf(linkId)}`

export const WORDS: WordsOf<MailData> = {
  ...LEAVING_WORDS,
  invitation: ({ linkId }, around) => ({
    subject: `You are invited to ${around.product}`,
    heading: `Welcome to ${around.product}`,
    paragraphs: [
      'An account was created for you with this address, to store and share your photos.',
      'Choose a password, then sign in with your address:',
    ],
    action: { label: 'Choose a Password', address: linked(around, 'welcome', linkId) },
    closing: ['The link works once, for seven days. If you did not expect an invitation, ignore this email.'],
    reason: 'You receive this email because an administrator of this site invited you.',
  }),
  password_reset: ({ linkId }, around) => ({
    subject: `Choose a new ${around.product} password`,
    heading: 'Choose a new password',
    paragraphs: ['Someone requested a new password for your account. If this was you, choose it here:'],
    action: { label: 'Choose a New Password', address: linked(around, 'reset-password', linkId) },
    closing: [
      'The link works once, for one hour. It signs you out everywhere.',
      'If this was not you, ignore this email. Your password does not change.',
    ],
    reason: 'You receive this email because your address was entered on the sign-in page.',
  }),
  password_changed: (_, around) => ({
    subject: `Your ${around.product} password was changed`,
    heading: 'Your password was changed',
    paragraphs: ['The password of your account was changed, and all other sessions were signed out.'],
    closing: ["If this was not you, choose a new password now with 'Forgot password?' at the sign-in."],
    reason: ACCOUNT,
  }),
  email_confirm: ({ linkId, email }, around) => ({
    subject: `Confirm your email address for ${around.product}`,
    heading: 'Confirm your new email address',
    paragraphs: [`Someone wants to use ${email} to sign in to ${around.product}. If this was you, confirm it here:`],
    action: { label: 'Confirm This Address', address: linked(around, 'confirm-email', linkId) },
    closing: ['The link works once, for one hour. If this was not you, ignore this email.'],
    reason: 'You receive this email because your address was entered as the new address of an account.',
  }),
  email_requested: ({ email }, around) => ({
    subject: `A new email address for your ${around.product} account`,
    heading: 'A new email address was requested',
    paragraphs: [`Someone who knows your password requested to change your address to ${email}.`],
    closing: [
      'The change takes effect when the link sent to the new address is opened. Until then you sign in as before.',
      'If this was not you, change your password now and sign out other sessions in Settings.',
    ],
    action: { label: 'Open Settings', address: page(around.site, 'settings#profile') },
    reason: ACCOUNT,
  }),
  email_changed: ({ email }, around) => ({
    subject: `Your ${around.product} email address was changed`,
    heading: 'Your email address was changed',
    paragraphs: [`You now sign in as ${email}, and emails are sent there.`],
    closing: ['If this was not you, please contact the operator of this site.'],
    reason: ACCOUNT,
  }),
  security_changed: (changed, around) => ({
    subject: saidOf(changed).subject(`your ${around.product} account`),
    heading: saidOf(changed).heading,
    paragraphs: [saidOf(changed).what],
    facts: [['Time', around.when(changed.at)]],
    action: { label: 'Open Settings', address: page(around.site, 'settings#security') },
    closing: ['If this was you, no action is needed. If not, change your password now and review your settings.'],
    reason: ACCOUNT,
  }),
  wanted: ({ subject, heading, paragraphs, action, reason }, { site }) => ({
    ...{ subject, heading, paragraphs, reason },
    ...(action && { action: { label: action.label, address: site + action.path } }),
  }),
  new_sign_in: ({ device, address, at }, around) => ({
    subject: `New sign-in to ${around.product}`,
    heading: 'New sign-in',
    paragraphs: ['Someone signed in to your account with a browser that has not been used before.'],
    facts: [
      ['Device', device],
      ['Address', address],
      ['Time', around.when(at)],
    ],
    action: { label: 'See Your Sessions', address: page(around.site, 'settings#sessions') },
    closing: ['If this was you, no action is needed. If not, sign out that session and change your password.'],
    reason: 'You receive this email when a new device signs in.',
  }),
}
