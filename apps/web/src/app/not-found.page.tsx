import { Compass } from 'lucide-react'
import { useTitle } from '../lib/hooks/use-title.ts'
import { Link } from '../lib/router.ts'
import { buttonClass } from '../ui/buttons/button.tsx'
import styles from './message.module.css'

export function NotFoundPage() {
  useTitle('Not Found')
  return (
    <main className={styles['page']}>
      <Compass aria-hidden className={styles['icon']} />
      <h1 className={styles['title']}>Not Found</h1>
      <p className={styles['text']}>No such page.</p>
      <Link to="/" className={buttonClass({ look: 'primary' })}>
        Back to Photos
      </Link>
    </main>
  )
}
