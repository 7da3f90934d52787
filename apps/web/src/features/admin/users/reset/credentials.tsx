import { CopyButton } from '../../../../ui/buttons/copy-button.tsx'
import styles from './credentials.module.css'

/** Credentials to pass on: each can be selected, and all can be copied at once. */
export function Credentials({ lead, parts }: { lead: string; parts: readonly (readonly [string, string])[] }) {
  return (
    <div className={styles['credentials']}>
      <p>{lead}</p>
      <div className={styles['box']}>
        <dl className={styles['parts']}>
          {parts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <code>{value}</code>
              </dd>
            </div>
          ))}
        </dl>
        <CopyButton text={parts.map(([name, value]) => `${name}: ${value}`).join('\n')} />
      </div>
    </div>
  )
}
