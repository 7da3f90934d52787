import type { http } from '@daymark/contracts'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { copyVisitorLink, visitorKey } from '../visitor/visitor.actions.ts'
import { commentsOf, useComments } from './store/use-comments.ts'
import styles from './comments-panel.module.css'

async function copyOwnLink(token: string): Promise<string | null> {
  try {
    const { key } = await visitorKey(token)
    return (await copyVisitorLink(key)) ? 'Your link is copied. It opens your comments on any device.' : null
  } catch (reason) {
    return (reason instanceof ApiError && reason.sentence) || 'Your link could not be copied. Please try again.'
  }
}

/** For who goes on with her comments elsewhere. Where photos are picked as well, her list has it. */
export function OwnLink({ share }: { share: http.PublicShare }) {
  const { name } = useComments(commentsOf(share))
  const [said, setSaid] = useState<string | null>(null)
  if (share.link.picks || name === null) return null
  return (
    <div className={styles['own']}>
      <Button
        look="quiet"
        icon={<Link2 aria-hidden />}
        onClick={() => void copyOwnLink(share.link.token).then(setSaid)}
      >
        Copy my link
      </Button>
      <p role="status" className={styles['hint']}>
        {said}
      </p>
    </div>
  )
}
