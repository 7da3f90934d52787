import { useCached } from '../../../domain/cache/use-cached.ts'
import { subscription } from '../../../domain/plan/subscription.queries.ts'
import { watermarkSettings } from '../../../domain/watermark/watermark.queries.ts'
import { Link } from '../../../lib/router.ts'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import type { SectionProps } from './section.ts'
import styles from './watermark-field.module.css'

/** Whether a link can have a watermark; false until it is known. */
function useWatermarkState(): 'ready' | 'missing' | 'locked' {
  const { data: plan } = useCached(subscription())
  const { data: watermark } = useCached(watermarkSettings())
  if (!plan?.limits.canUseWatermarks || !watermark) return 'locked'
  return watermark.exists ? 'ready' : 'missing'
}

/**
 * Offered if the plan allows it and there is a watermark image; without one, a link to its page is shown. An existing
 * watermark can always be removed.
 */
export function WatermarkField({ draft, set, share }: SectionProps) {
  const state = useWatermarkState()
  const had = share?.watermark ?? false
  const isOn = draft.watermark ?? had
  if (had || state === 'ready')
    return <Switch label="Watermark" checked={isOn} onChange={event => set({ watermark: event.target.checked })} />
  if (state === 'locked') return null
  return (
    <div className={styles['without']}>
      <Switch label="Watermark" checked={false} disabled />
      <Link to="/watermark">Add a watermark first</Link>
    </div>
  )
}
