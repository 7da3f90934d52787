import type { http } from '@daymark/contracts'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton, Skeletons } from '../../../ui/feedback/skeleton.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { PlanNotice } from '../frame/plan-notice.tsx'
import { NewTokenDialog } from './new-token.dialog.tsx'
import { ShownTokenDialog } from './shown-token.dialog.tsx'
import { TokenRow } from './token-row.tsx'
import { tokens } from './vault.queries.ts'
import styles from './vault.module.css'

/** S-VAULT-01 */
export function Vault() {
  const [isAsking, setAsking] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const { data, isError, refetch } = useCached(tokens())
  return (
    <>
      <PageHead
        title="Token Vault"
        lead="Personal access tokens let your programs use the API as you. Each token expires, and you can revoke it at any time."
      >
        <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setAsking(true)}>
          New Token
        </Button>
      </PageHead>
      <PlanNotice>
        {plan =>
          `API access requires the ${plan} plan. You can create tokens now, but calls are rejected until you upgrade.`
        }
      </PlanNotice>
      {isError && (
        <Notice tone="danger" action={<Button onClick={() => void refetch()}>Try Again</Button>}>
          Failed to load tokens
        </Notice>
      )}
      {!data && !isError && <Waiting />}
      {data && <Listed tokens={data} />}
      {isAsking && (
        <NewTokenDialog
          onClose={() => setAsking(false)}
          onMade={token => {
            setAsking(false)
            setMade(token)
          }}
        />
      )}
      {made && <ShownTokenDialog token={made} onClose={() => setMade(null)} />}
    </>
  )
}

function Listed({ tokens }: { tokens: readonly http.v1.Token[] }) {
  if (tokens.length === 0)
    return (
      <EmptyState
        icon={<KeyRound aria-hidden />}
        title="No tokens yet"
        text="Create one for each program, with only the scopes it needs."
      />
    )
  return (
    <ul aria-label="Tokens" className={styles['tokens']}>
      {tokens.map(token => (
        <TokenRow key={token.id} token={token} />
      ))}
    </ul>
  )
}

const Waiting = () => (
  <Skeletons label="Loading tokens" className={styles['waiting']}>
    <Skeleton className={styles['waitingRow']} />
    <Skeleton className={styles['waitingRow']} />
  </Skeletons>
)
