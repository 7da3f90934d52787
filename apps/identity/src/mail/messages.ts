import type { MailRequest, MailTopic } from '@daymark/contracts'
import type { MailContext, MessagesOf } from './template.ts'

/** A change of a sign-in method. `name` is the name of the passkey. */
export type SecurityChange =
  | { change: 'second_step_on' | 'second_step_off' | 'second_step_reset' | 'recovery_codes' }
  | { change: 'passkey_added' | 'passkey_removed'; name: string }

type SecurityChangeTexts = { subject(account: string): string; heading: string; text: string }

/** Returns the texts of the notice about a changed sign-in method. */
function describeSecurityChange(securityChange: SecurityChange): SecurityChangeTexts {
  switch (securityChange.change) {
    case 'second_step_on':
      return {
        subject: account => `Two-step sign-in of ${account} was turned on`,
        heading: 'Two-step sign-in was turned on',
        text: 'Your account now requires a code after your password. All other sessions were signed out.',
      }
    case 'second_step_off':
      return {
        subject: account => `Two-step sign-in of ${account} was turned off`,
        heading: 'Two-step sign-in was turned off',
        text: 'Your password alone is now sufficient to sign in to your account.',
      }
    case 'second_step_reset':
      return {
        subject: account => `Two-step sign-in of ${account} was turned off`,
        heading: 'Two-step sign-in was turned off',
        text: 'An administrator turned off two-step sign-in for your account, and all sessions were signed out. Your password alone is now sufficient to sign in.',
      }
    case 'recovery_codes':
      return {
        subject: account => `The recovery codes of ${account} were replaced`,
        heading: 'New recovery codes were created',
        text: 'Your account has new recovery codes. The previous recovery codes no longer work.',
      }
    case 'passkey_added':
      return {
        subject: account => `A passkey was added to ${account}`,
        heading: 'A passkey was added',
        text: `The passkey “${securityChange.name}” can now sign in to your account without a password.`,
      }
    case 'passkey_removed':
      return {
        subject: account => `A passkey was removed from ${account}`,
        heading: 'A passkey was removed',
        text: `The passkey “${securityChange.name}” can no longer sign in to your account. All other sessions were signed out.`,
      }
  }
}

/** The data of mails about the deletion of an account at its owner's request. `due` is the time of the deletion. */
type AccountDeletionMails = {
  deletion_requested: { due: string }
  deletion_near: { due: string }
  account_kept: object
  /** Sent after the deletion, so only the address is known. */
  account_deleted: object
}

const ACCOUNT_REASON = 'This email concerns your account and cannot be turned off.'
const keepAccountAction = ({ site }: MailContext) => ({ label: 'Keep My Account', address: `${site}/login` })

const ACCOUNT_DELETION_MESSAGES: MessagesOf<AccountDeletionMails> = {
  deletion_requested: ({ due }, context) => ({
    subject: `Your ${context.productName} account is scheduled for deletion`,
    heading: 'Your account is about to be deleted',
    paragraphs: [
      'Someone who knows your password requested the deletion of your account. You were signed out everywhere, and your galleries are closed.',
      'Nothing is deleted until the date below. To keep your account, sign in and choose “Keep My Account”. Your galleries are then opened again.',
    ],
    details: [['Deleted on', context.formatTime(due)]],
    action: keepAccountAction(context),
    closing: ['If this was you, no action is needed.'],
    reason: ACCOUNT_REASON,
  }),
  deletion_near: ({ due }, context) => ({
    subject: `Your ${context.productName} account will soon be deleted`,
    heading: 'Your account will soon be deleted',
    paragraphs: [
      'After the time below your photos, albums and galleries cannot be restored.',
      'To keep your account, sign in before then and choose “Keep My Account”.',
    ],
    details: [['Deleted on', context.formatTime(due)]],
    action: keepAccountAction(context),
    closing: ['If you want to leave, no action is needed.'],
    reason: ACCOUNT_REASON,
  }),
  account_kept: (_, context) => ({
    subject: `Your ${context.productName} account will be kept`,
    heading: 'Your account is kept',
    paragraphs: [
      'You signed in and chose to keep your account. Your account is not deleted, and your galleries are open again.',
    ],
    closing: ['If this was not you, change your password now.'],
    reason: ACCOUNT_REASON,
  }),
  account_deleted: (_, context) => ({
    subject: `Your ${context.productName} account was deleted`,
    heading: 'Your account was deleted',
    paragraphs: [
      'Your account was deleted as requested, with your photos, albums and galleries. This is the last email to this address.',
    ],
    reason: 'You receive this email because your account was deleted as requested.',
  }),
}

/** The data of each kind of mail. A queued mail contains no credentials. */
export type MailData = AccountDeletionMails & {
  invitation: { linkId: string }
  password_reset: { linkId?: string }
  password_changed: object
  email_confirm: { linkId: string; email: string }
  email_requested: { email: string }
  email_changed: { email: string }
  security_changed: SecurityChange & { at: string }
  new_sign_in: { device: string; address: string; at: string }
  /** A mail that another service requested, with its texts. */
  requested: MailRequest
}
export type MailKind = keyof MailData

/** The topics of mails that users can turn off. Mails of other kinds concern the account itself and are always sent. */
export const TOPIC_BY_KIND: { [K in MailKind]?: MailTopic } = { new_sign_in: 'new_sign_in' }

const SECURITY_REASON = 'This email concerns the security of your account and cannot be turned off.'
const pageAddress = (site: string, path: string): string => `${site}/${path}`
/**
 * Returns the address of a link with its token. The token is in the fragment, which browsers do not send to servers, so no log contains it.
 */
const linkAddress = (context: MailContext, page: string, linkId = ''): string =>
  `${pageAddress(context.site, `mail/${page}`)}#${context.tokenOf(linkId)}`

export const MESSAGES: MessagesOf<MailData> = {
  ...ACCOUNT_DELETION_MESSAGES,
  invitation: ({ linkId }, context) => ({
    subject: `You are invited to ${context.productName}`,
    heading: `Welcome to ${context.productName}`,
    paragraphs: [
      'An account was created for you with this address, to store and share your photos.',
      'Choose a password, then sign in with your address:',
    ],
    action: { label: 'Choose a Password', address: linkAddress(context, 'welcome', linkId) },
    closing: [
      'The link works once and expires after seven days. If you did not expect an invitation, ignore this email.',
    ],
    reason: 'You receive this email because an administrator of this site invited you.',
  }),
  password_reset: ({ linkId }, context) => ({
    subject: `Choose a new ${context.productName} password`,
    heading: 'Choose a new password',
    paragraphs: ['Someone requested a new password for your account. If this was you, choose a new password here:'],
    action: { label: 'Choose a New Password', address: linkAddress(context, 'reset-password', linkId) },
    closing: [
      'The link works once and expires after one hour. When you choose a new password, all sessions are signed out.',
      'If this was not you, ignore this email. Your password does not change.',
    ],
    reason: 'You receive this email because your address was entered on the sign-in page.',
  }),
  password_changed: (_, context) => ({
    subject: `Your ${context.productName} password was changed`,
    heading: 'Your password was changed',
    paragraphs: ['The password of your account was changed, and all other sessions were signed out.'],
    closing: ["If this was not you, choose a new password now with 'Forgot password?' at the sign-in."],
    reason: SECURITY_REASON,
  }),
  email_confirm: ({ linkId, email }, context) => ({
    subject: `Confirm your email address for ${context.productName}`,
    heading: 'Confirm your new email address',
    paragraphs: [
      `Someone wants to use ${email} to sign in to ${context.productName}. If this was you, confirm the address here:`,
    ],
    action: { label: 'Confirm This Address', address: linkAddress(context, 'confirm-email', linkId) },
    closing: ['The link works once and expires after one hour. If this was not you, ignore this email.'],
    reason: 'You receive this email because your address was entered as the new address of an account.',
  }),
  email_requested: ({ email }, context) => ({
    subject: `A new email address for your ${context.productName} account`,
    heading: 'A new email address was requested',
    paragraphs: [`Someone who knows your password requested to change your address to ${email}.`],
    closing: [
      'The change takes effect when the link sent to the new address is opened. Until then you sign in as before.',
      'If this was not you, change your password now and sign out other sessions in Settings.',
    ],
    action: { label: 'Open Settings', address: pageAddress(context.site, 'settings#profile') },
    reason: SECURITY_REASON,
  }),
  email_changed: ({ email }, context) => ({
    subject: `Your ${context.productName} email address was changed`,
    heading: 'Your email address was changed',
    paragraphs: [`You now sign in as ${email}, and emails are sent to this address.`],
    closing: ['If this was not you, please contact the operator of this site.'],
    reason: SECURITY_REASON,
  }),
  security_changed: (changed, context) => ({
    subject: describeSecurityChange(changed).subject(`your ${context.productName} account`),
    heading: describeSecurityChange(changed).heading,
    paragraphs: [describeSecurityChange(changed).text],
    details: [['Time', context.formatTime(changed.at)]],
    action: { label: 'Open Settings', address: pageAddress(context.site, 'settings#security') },
    closing: ['If this was you, no action is needed. If not, change your password now and review your settings.'],
    reason: SECURITY_REASON,
  }),
  requested: ({ subject, heading, paragraphs, action, reason }, { site }) => ({
    subject,
    heading,
    paragraphs,
    reason,
    ...(action && { action: { label: action.label, address: site + action.path } }),
  }),
  new_sign_in: ({ device, address, at }, context) => ({
    subject: `New sign-in to ${context.productName}`,
    heading: 'New sign-in',
    paragraphs: ['Someone signed in to your account with a browser that has not been used before.'],
    details: [
      ['Device', device],
      ['Address', address],
      ['Time', context.formatTime(at)],
    ],
    action: { label: 'See Your Sessions', address: pageAddress(context.site, 'settings#sessions') },
    closing: ['If this was you, no action is needed. If not, sign out that session and change your password.'],
    reason: 'You receive this email when your account is used with a new browser.',
  }),
}
