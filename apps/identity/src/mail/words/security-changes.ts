/** A change of a sign-in method; `name` is that of a passkey. */
export type SecurityChange =
  | { change: 'second_step_on' | 'second_step_off' | 'second_step_reset' | 'recovery_codes' }
  | { change: 'passkey_added' | 'passkey_removed'; name: string }

type Said = { subject(account: string): string; heading: string; what: string }

/** The texts of each change. */
export function saidOf(changed: SecurityChange): Said {
  switch (changed.change) {
    case 'second_step_on':
      return {
        subject: account => `Two-step sign-in of ${account} was turned on`,
        heading: 'Two-step sign-in was turned on',
        what: 'Your account now requires a code after your password. All other sessions were signed out.',
      }
    case 'second_step_off':
      return {
        subject: account => `Two-step sign-in of ${account} was turned off`,
        heading: 'Two-step sign-in was turned off',
        what: 'Your password alone is now sufficient to sign in to your account.',
      }
    case 'second_step_reset':
      return {
        subject: account => `Two-step sign-in of ${account} was turned off`,
        heading: 'Two-step sign-in was turned off',
        what: 'An administrator turned it off for your account, and all sessions were signed out. Your password alone is now sufficient to sign in.',
      }
    case 'recovery_codes':
      return {
        subject: account => `The recovery codes of ${account} were replaced`,
        heading: 'New recovery codes were created',
        what: 'Your account has new recovery codes. The previous ones no longer work.',
      }
    case 'passkey_added':
      return {
        subject: account => `A passkey was added to ${account}`,
        heading: 'A passkey was added',
        what: `The passkey “${changed.name}” can now sign in to your account without a password.`,
      }
    case 'passkey_removed':
      return {
        subject: account => `A passkey was removed from ${account}`,
        heading: 'A passkey was removed',
        what: `The passkey “${changed.name}” can no longer sign in to your account. All other sessions were signed out.`,
      }
  }
}
