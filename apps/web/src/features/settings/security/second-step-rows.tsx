import type { http } from '@daymark/contracts'
import { formatDate } from '../../../lib/format/dates.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { SettingsRow } from '../frame/settings-row.tsx'
import type { OpenDialog } from './dialogs/security.dialog.tsx'
import styles from './security.module.css'

/** At or below this number, new codes are recommended. */
const FEW = 3

function CodesLeft({ left }: { left: number }) {
  if (left > FEW) return <>{left} of 10 left. Each signs you in once, without your phone.</>
  return (
    <span className={styles['warning']}>
      {left === 0 ? 'None left.' : `Only ${left} left.`} Create new ones, so that a lost phone does not lock you out.
    </span>
  )
}

type Props = { secondStep: http.AccountSecurity['second_step']; onOpen: (dialog: OpenDialog) => void }

export function SecondStepRows({ secondStep, onOpen }: Props) {
  const { enabled, enabled_at, recovery_codes_left } = secondStep
  if (!enabled || !enabled_at)
    return (
      <SettingsRow label="Two-step sign-in" hint="Asks for a code from an app on your phone after your password.">
        <Button onClick={() => onOpen({ what: 'set-up' })}>Turn On</Button>
      </SettingsRow>
    )
  return (
    <>
      <SettingsRow
        label="Two-step sign-in"
        hint={`On since ${formatDate(enabled_at)}. After your password you are asked for a code from your authenticator app.`}
      >
        <Button onClick={() => onOpen({ what: 'turn-off' })}>Turn Off</Button>
      </SettingsRow>
      <SettingsRow label="Recovery codes" hint={<CodesLeft left={recovery_codes_left} />}>
        <Button onClick={() => onOpen({ what: 'codes' })}>New Codes</Button>
      </SettingsRow>
    </>
  )
}
