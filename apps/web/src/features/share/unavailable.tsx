import { ImageOff } from 'lucide-react'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { BrandMark, shownBrand } from './brand/brand-mark.tsx'
import styles from './share.module.css'

/** S-PUB-14, S-PUB-15 */
export function Unavailable({ message, onRetry }: { message: string | null; onRetry: (() => void) | null }) {
  useTitle('Gallery Unavailable', shownBrand()?.name)
  return (
    <main className={styles['alone']}>
      <div className={styles['card']}>
        <BrandMark otherwise={<ImageOff aria-hidden />} />
        <h1 className={styles['heading']}>Gallery Unavailable</h1>
        <p>{message ?? 'This gallery link may have expired or been removed.'}</p>
        <p>Please contact the photographer for a new link.</p>
        {onRetry && <Button onClick={onRetry}>Try Again</Button>}
      </div>
    </main>
  )
}
