import { Button } from '../../../ui/buttons/button.tsx'
import { Skeleton, Skeletons } from '../../../ui/feedback/skeleton.tsx'
import { SettingsBlock } from '../frame/settings-row.tsx'
import styles from './settings-read.module.css'

/** Replaces the rows of a section while they are loading. */
export const SettingsWaiting = ({ label }: { label: string }) => (
  <SettingsBlock>
    <Skeletons label={label} className={styles['waiting']}>
      <Skeleton className={styles['line']} />
      <Skeleton className={styles['line']} />
    </Skeletons>
  </SettingsBlock>
)

export const SettingsFailed = ({ text, onAgain }: { text: string; onAgain: () => void }) => (
  <SettingsBlock>
    <div role="alert" className={styles['failed']}>
      <p>{text}</p>
      <Button onClick={onAgain}>Try Again</Button>
    </div>
  </SettingsBlock>
)
