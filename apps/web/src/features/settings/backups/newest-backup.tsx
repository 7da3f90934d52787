import type { http } from '@daymark/contracts'
import { formatShortDateTime } from '../../../lib/format/dates.ts'
import { pluralize } from '../../../lib/format/numbers.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { SettingsBlock, SettingsRow } from '../frame/settings-section.tsx'

type BackupPlan = NonNullable<http.Backups['plan']>

/** Describes the backup schedule, such as 'Every day; the last 30 are kept.' */
function describeSchedule({ every_days: days, keep, offsite }: BackupPlan): string {
  const interval = days === 1 ? 'Every day' : days === 7 ? 'Every week' : `Every ${pluralize(days, 'day')}`
  return `${interval}; the last ${keep} are kept${offsite ? ', with an off-site copy' : ''}.`
}

function describeNewestBackup({ backups: [newest], running, drill }: http.Backups): string {
  if (!newest) return running ? 'The first backup is running.' : 'The first backup starts within a few minutes.'
  const lastBackup = `Last backup ${formatAge(newest.at)}, ${pluralize(newest.photos, 'photo')}`
  if (!drill) return `${lastBackup}; the first restore drill follows within minutes.`
  return `${lastBackup}; last restore drill ${drill.passed ? 'passed' : 'failed'}.`
}

const DrillRow = ({ drill: { at, checked, passed } }: { drill: NonNullable<http.Backups['drill']> }) => (
  <SettingsRow
    label="Restore drill"
    hint={`${formatShortDateTime(at)}: ${pluralize(checked, 'file')} read back from the newest backup and compared.`}
  >
    <Badge tone={passed ? 'good' : 'danger'}>{passed ? 'Passed' : 'Failed'}</Badge>
  </SettingsRow>
)

/** The newest backup, a running backup and the last restore drill. */
export function NewestBackup({ backups, plan }: { backups: http.Backups; plan: BackupPlan }) {
  const { running, problem, drill } = backups
  return (
    <>
      <SettingsRow label={describeNewestBackup(backups)} hint={describeSchedule(plan)} />
      {running && backups.backups.length + (running.total ?? 0) > 0 && (
        <SettingsBlock>
          <p className="muted">
            {running.total === null
              ? 'A backup is running.'
              : `A backup is running: ${running.copied.toLocaleString()} of ${pluralize(running.total, 'file')}.`}
          </p>
          <ProgressBar name="Backup" value={running.total ? (running.copied / running.total) * 100 : 0} />
        </SettingsBlock>
      )}
      {problem && (
        <SettingsBlock>
          <Notice tone="warning">{problem} The backup is retried automatically; your photos are not affected.</Notice>
        </SettingsBlock>
      )}
      {drill && <DrillRow drill={drill} />}
      {drill && !drill.passed && <DamagedNotice names={drill.damaged} />}
    </>
  )
}

const DamagedNotice = ({ names }: { names: readonly string[] }) => (
  <SettingsBlock>
    <Notice tone="danger">
      The backup is damaged{names.length > 0 ? `: ${names.join(', ')}` : ''}. The photos in your library are not
      affected and will be backed up again within minutes. The operator has been notified.
    </Notice>
  </SettingsBlock>
)

const AGE_UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Formats how long ago a time is: 'just now', '3 hours ago'. */
export function formatAge(iso: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000)
  const unit = AGE_UNITS.find(([, length]) => seconds >= length)
  if (!unit) return 'just now'
  const count = Math.floor(seconds / unit[1])
  return `${count} ${unit[0]}${count === 1 ? '' : 's'} ago`
}
