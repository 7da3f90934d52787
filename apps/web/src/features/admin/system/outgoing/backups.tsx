import type { http } from '@daymark/contracts'
import { counted } from '../../../../lib/format/counted.ts'
import { formatMoment } from '../../../../lib/format/dates.ts'
import { Link } from '../../../../lib/router.ts'
import { ReadCard } from '../../frame/card.tsx'
import { Chip } from '../../frame/chip.tsx'
import { type Fact, Facts, formatted } from '../../frame/facts.tsx'
import { backupsOfAll } from '../system.queries.ts'
import styles from '../system.module.css'

const EVERY_SECONDS = 15

function State({ all: { configured, late, failing, damaged } }: { all: http.BackupsOfAll }) {
  if (!configured) return <Chip>Not set up</Chip>
  if (damaged) return <Chip tone="warning">Damaged</Chip>
  return late || failing ? <Chip tone="caution">{late ? 'Late' : 'Failing'}</Chip> : <Chip tone="good">Healthy</Chip>
}

const facts = ({ accounts, running, newest_at, drill, late, failing, damaged }: http.BackupsOfAll): Fact[] => [
  ['Accounts with a backup', accounts],
  ['Last backup', newest_at ? formatMoment(newest_at) : 'None yet'],
  ['Being made', formatted(running, String)],
  ['Last drill', drill ? `${formatMoment(drill.at)}, ${counted(drill.checked, 'file')}` : 'None yet'],
  ['Late', late],
  ['Failing', formatted(failing, String)],
  ['Damaged', formatted(damaged, String)],
]

function Problem({ user_id, offsite, at, reason }: http.BackupsOfAll['problems'][number]) {
  return (
    <li className={styles['item']}>
      <div className={styles['words']}>
        <strong>{offsite ? 'Copy elsewhere' : 'Backup'}</strong>
        <span className={styles['small']}>
          {reason} · {formatMoment(at)} · <Link to={`/admin/users/${user_id}`}>User</Link>
        </span>
      </div>
    </li>
  )
}

/** Backups of accounts and restore drills (rule 15). */
export const Backups = () => (
  <ReadCard title="Backups" read={backupsOfAll} everySeconds={EVERY_SECONDS} wide aside={all => <State all={all} />}>
    {all =>
      all.configured ? (
        <>
          <Facts facts={facts(all)} />
          {all.problems.length === 0 ? (
            <p className={styles['none']}>No failed backups, and no damage found by a restore drill.</p>
          ) : (
            <ul aria-label="Problems of backups">
              {all.problems.map(problem => (
                <Problem key={`${problem.user_id} ${problem.offsite} ${problem.reason}`} {...problem} />
              ))}
            </ul>
          )}
        </>
      ) : (
        <p className={styles['none']}>No backup store is configured. Set DAYMARK_BACKUP_DRIVER and its settings.</p>
      )
    }
  </ReadCard>
)
