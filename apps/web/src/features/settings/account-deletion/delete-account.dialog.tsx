import type { http } from '@daymark/contracts'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { usePrivacyFacts } from '../../../domain/installation.queries.ts'
import { subscriptionQuery } from '../../../domain/plan/plan.queries.ts'
import { useSession } from '../../../domain/session/session.tsx'
import { pluralize } from '../../../lib/format/numbers.ts'
import { formatDate } from '../../../lib/format/dates.ts'
import { buttonClass } from '../../../ui/buttons/button.tsx'
import { showToast } from '../../../ui/overlay/overlay-store.ts'
import { LIBRARY_EXPORT_URL, deleteAccount } from './account-deletion.actions.ts'
import { ProofDialog } from '../security/dialogs/proof.dialog.tsx'
import { accountSecurityQuery } from '../security/security.api.ts'
import styles from '../settings.module.css'

const TOAST_DURATION_MS = 10_000

/** Lists the consequences of the deletion. */
function Consequences({
  privacyConfig,
  plan,
}: {
  privacyConfig: http.PrivacyFacts | undefined
  plan: http.Subscription | undefined
}) {
  return (
    <ul className={styles['consequences']}>
      <li>You will be signed out everywhere at once, your galleries will close, and tokens and webhooks will stop.</li>
      <li>Until the deletion, you can sign in and choose “Keep My Account”. Nothing is lost.</li>
      <li>
        With the deletion, all photos, albums and links will be deleted. Copies in backups are deleted when they expire.
      </li>
      {plan?.managed && (
        <li>
          Your {plan.tierName} plan will not be charged again and will end with your account. The current period will
          not be refunded.
        </li>
      )}
      {privacyConfig?.mail && <li>You will get an email now, two days before the deletion, and after the deletion.</li>}
    </ul>
  )
}

export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { signOut } = useSession()
  const privacyConfig = usePrivacyFacts()
  const { data: plan } = useCached(subscriptionQuery())
  const { data: security, isPending } = useCached(accountSecurityQuery())
  const onDone = (due: string) => {
    showToast(`Your account will be deleted on ${formatDate(due)}. Sign in before then to keep it.`, TOAST_DURATION_MS)
    signOut()
  }
  return (
    <ProofDialog
      title="Delete your account"
      text={`Your account will be deleted permanently after ${privacyConfig ? pluralize(privacyConfig.deletion_days, 'day') : 'a few days'}. Until then you can keep it.`}
      submit="Delete Account"
      isDanger
      requiresCode={security?.second_step.enabled ?? false}
      isReady={!isPending}
      onProof={deleteAccount}
      onDone={onDone}
      onClose={onClose}
    >
      <Consequences privacyConfig={privacyConfig} plan={plan} />
      <p className={styles['export']}>
        <span>Download your photos first.</span>
        <a href={LIBRARY_EXPORT_URL} download className={buttonClass({ size: 'small' })}>
          Download Everything
        </a>
      </p>
    </ProofDialog>
  )
}
