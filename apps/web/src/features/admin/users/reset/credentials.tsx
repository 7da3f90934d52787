import { CopyButton } from '../../../../ui/buttons/copy-button.tsx'
import styles from './credentials.module.css'

/** What somebody signs in with, to be passed on: each part can be selected, all of it can be copied. */
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
