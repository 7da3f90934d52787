import type { http } from '@daymark/contracts'
import { Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { formatDate } from '../../../lib/format/dates.ts'
import { lazyOf } from '../../../lib/lazy.ts'
import { supportsPasskeys, passkeyAddressProblem } from '../../../lib/passkeys.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { FailureNote } from '../../../ui/feedback/notice.tsx'
import { Skeleton, Skeletons } from '../../../ui/feedback/skeleton.tsx'
import { SettingsBlock, SettingsRow, SettingsSection } from '../frame/settings-section.tsx'
import type { OpenDialog } from './dialogs/security.dialog.tsx'
import { accountSecurityQuery } from './security.api.ts'
import styles from './security.module.css'

const SecurityDialog = lazyOf(() => import('./dialogs/security.dialog.tsx'), 'SecurityDialog')

function SecurityRows() {
  const { data, isPending } = useCached(accountSecurityQuery())
  const [open, setOpen] = useState<OpenDialog | null>(null)
  if (data)
    return (
      <>
        <SecondStepRows secondStep={data.second_step} onOpen={setOpen} />
        <PasskeyRows security={data} onOpen={setOpen} />
        <Suspense>{open && <SecurityDialog open={open} onClose={() => setOpen(null)} />}</Suspense>
      </>
    )
  if (isPending)
    return (
      <Skeletons label="Loading security settings">
        <Skeleton className={styles['loading']} />
      </Skeletons>
    )
  return (
    <SettingsBlock>
      <FailureNote text="Failed to load security settings" />
    </SettingsBlock>
  )
}

/** Two-step sign-in, recovery codes and passkeys. */
export const SecuritySection = () => (
  <SettingsSection description="Protect your account even if your password is stolen.">
    <SecurityRows />
  </SettingsSection>
)

/** Returns why no passkey can be added on this page, or null. */
function findPasskeyProblem(address: string | null): string | null {
  if (address !== null)
    return passkeyAddressProblem(address) ?? (supportsPasskeys() ? null : 'This browser does not support passkeys.')
  const { hostname, port } = window.location
  if (/^127\.|^\[::1\]$/.test(hostname))
    return `Passkeys do not work on an IP address. Open http://localhost${port && `:${port}`} instead.`
  return 'Passkeys need a domain name and https. Ask the operator of this installation.'
}

function PasskeyDetails({ passkey }: { passkey: http.Passkey }) {
  const lastUse = passkey.last_used_at ? `last used ${formatDate(passkey.last_used_at)}` : 'not used yet'
  return (
    <>
      Added {formatDate(passkey.created_at)}, {lastUse}
      {passkey.synced && ', synced to all devices of its account'}.
      {passkey.may_be_copied && (
        <span className="danger-text"> This passkey may have been copied. Remove it and add a new one.</span>
      )}
    </>
  )
}

type Props = { security: http.AccountSecurity; onOpen: (dialog: OpenDialog) => void }

function PasskeyRows({ security, onOpen }: Props) {
  const problem = findPasskeyProblem(security.passkey_address)
  const requiresCode = security.second_step.enabled
  return (
    <>
      <SettingsRow
        label="Passkeys"
        hint={problem ?? 'Sign in with your fingerprint, your face or the PIN of your device instead of the password.'}
      >
        {!problem && <Button onClick={() => onOpen({ type: 'add', requiresCode })}>Add a Passkey</Button>}
      </SettingsRow>
      {security.passkeys.map(passkey => (
        <SettingsRow key={passkey.id} label={passkey.name} hint={<PasskeyDetails passkey={passkey} />}>
          <IconButton name={`Rename ${passkey.name}`} onClick={() => onOpen({ type: 'rename', passkey })}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton name={`Remove ${passkey.name}`} onClick={() => onOpen({ type: 'remove', passkey })}>
            <Trash2 aria-hidden />
          </IconButton>
        </SettingsRow>
      ))}
    </>
  )
}

/** If at most this number of recovery codes is left, the page recommends to create new ones. */
const LOW_CODE_COUNT = 3

function RemainingCodes({ remainingCount }: { remainingCount: number }) {
  if (remainingCount > LOW_CODE_COUNT)
    return <>{remainingCount} of 10 left. Each signs you in once, without your phone.</>
  return (
    <span className="danger-text">
      {remainingCount === 0 ? 'None left.' : `Only ${remainingCount} left.`} Create new ones, so that a lost phone does
      not lock you out.
    </span>
  )
}

type SecondStepRowsProps = { secondStep: http.AccountSecurity['second_step']; onOpen: (dialog: OpenDialog) => void }

function SecondStepRows({ secondStep, onOpen }: SecondStepRowsProps) {
  const { enabled, enabled_at, recovery_codes_left } = secondStep
  if (!enabled || !enabled_at)
    return (
      <SettingsRow label="Two-step sign-in" hint="Asks for a code from an app on your phone after your password.">
        <Button onClick={() => onOpen({ type: 'set-up' })}>Turn On</Button>
      </SettingsRow>
    )
  return (
    <>
      <SettingsRow
        label="Two-step sign-in"
        hint={`On since ${formatDate(enabled_at)}. After your password you are asked for a code from your authenticator app.`}
      >
        <Button onClick={() => onOpen({ type: 'turn-off' })}>Turn Off</Button>
      </SettingsRow>
      <SettingsRow label="Recovery codes" hint={<RemainingCodes remainingCount={recovery_codes_left} />}>
        <Button onClick={() => onOpen({ type: 'codes' })}>New Codes</Button>
      </SettingsRow>
    </>
  )
}
