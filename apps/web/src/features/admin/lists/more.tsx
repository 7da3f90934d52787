import { Button } from '../../../ui/buttons/button.tsx'
import { BusyMark } from '../../../ui/feedback/busy-mark.tsx'
import styles from './table.module.css'

type Props = { page: { next: string | null }; more: 'idle' | 'busy' | 'failed'; onMore: () => void }

/** The end of a list with more pages. */
export function More({ page, more, onMore }: Props) {
  if (!page.next) return null
  return (
    <div className={styles['more']}>
      {more === 'failed' && <p role="alert">More could not be loaded.</p>}
      <Button disabled={more === 'busy'} icon={more === 'busy' && <BusyMark />} onClick={onMore}>
        {more === 'failed' ? 'Try Again' : 'Show More'}
      </Button>
    </div>
  )
}
