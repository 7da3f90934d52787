import type { http } from '@daymark/contracts'
import { Pencil, Trash2 } from 'lucide-react'
import { formatDate } from '../../../lib/format/dates.ts'
import { hasPasskeys, wrongAddress } from '../../../lib/webauthn/passkeys.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { SettingsRow } from '../frame/settings-row.tsx'
import type { OpenDialog } from './dialogs/security.dialog.tsx'
import styles from './security.module.css'

/** Why no passkey can be added on this page; null if it can. */
function obstacle(address: string | null): string | null {
  if (address !== null)
    return wrongAddress(address) ?? (hasPasskeys() ? null : 'This browser does not support passkeys.')
  const { hostname, port } = window.location
  if (/^127\.|^\[::1\]$/.test(hostname))
    return `Passkeys do not work on an IP address. Open http://localhost${port && `:${port}`} instead.`
  return 'Passkeys need a domain name and https. Ask the operator of this installation.'
}

function Facts({ passkey }: { passkey: http.Passkey }) {
  const used = passkey.last_used_at ? `last used ${formatDate(passkey.last_used_at)}` : 'not used yet'
  return (
    <>
      Added {formatDate(passkey.created_at)}, {used}
      {passkey.synced && ', on all devices of its account'}.
      {passkey.may_be_copied && (
        <span className={styles['warning']}> It may have been copied. Remove it and add a new one.</span>
      )}
    </>
  )
}

type Props = { security: http.AccountSecurity; onOpen: (dialog: OpenDialog) => void }

export function PasskeyRows({ security, onOpen }: Props) {
  const why = obstacle(security.passkey_address)
  const asksCode = security.second_step.enabled
  return (
    <>
      <SettingsRow
        label="Passkeys"
        hint={why ?? 'Sign in with your fingerprint, your face or the PIN of your device instead of the password.'}
      >
        {!why && <Button onClick={() => onOpen({ what: 'add', asksCode })}>Add a Passkey</Button>}
      </SettingsRow>
      {security.passkeys.map(passkey => (
        <SettingsRow key={passkey.id} label={passkey.name} hint={<Facts passkey={passkey} />}>
          <IconButton name={`Rename ${passkey.name}`} onClick={() => onOpen({ what: 'rename', passkey })}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton name={`Remove ${passkey.name}`} onClick={() => onOpen({ what: 'remove', passkey })}>
            <Trash2 aria-hidden />
          </IconButton>
        </SettingsRow>
      ))}
    </>
  )
}
