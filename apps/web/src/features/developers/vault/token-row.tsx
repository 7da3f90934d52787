import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { formatDate, formatMoment } from '../../../lib/format/dates.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { revokeToken } from './vault.actions.ts'
import styles from './vault.module.css'

/** S-VAULT-05 */
export function TokenRow({ token }: { token: http.v1.Token }) {
  const { id, prefix, scopes, expiresAt, lastUsedAt } = token
  const [isBusy, setBusy] = useState(false)
  const [now] = useState(() => Date.now())
  const isOver = Date.parse(expiresAt) <= now
  const name = token.name || '(unnamed)'
  const revoke = async () => {
    if (!window.confirm('Revoke this token?')) return
    setBusy(true)
    await revokeToken(id)
    setBusy(false)
  }
  return (
    <li className={styles['token']}>
      <div className={styles['words']}>
        <p className={styles['name']}>
          <strong className={classNames(!token.name && styles['unnamed'])}>{name}</strong>
          {scopes.map(scope => (
            <code key={scope} className={styles['scope']}>
              {scope}
            </code>
          ))}
        </p>
        <p className={styles['facts']}>
          <code className={styles['prefix']}>
            {prefix}
            <span aria-hidden>••••••••</span>
            <span className="visually-hidden">the rest is hidden</span>
          </code>
          <span className={classNames(isOver && styles['over'])}>
            {isOver ? 'Expired' : 'Expires'} {formatDate(expiresAt)}
          </span>
          <span>{lastUsedAt ? `Last used ${formatMoment(lastUsedAt)}` : 'Never used'}</span>
        </p>
      </div>
      <Button look="danger" disabled={isBusy} aria-label={`Revoke ${name}`} onClick={() => void revoke()}>
        Revoke
      </Button>
    </li>
  )
}
