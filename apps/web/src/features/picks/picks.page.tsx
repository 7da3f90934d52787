import type { http } from '@daymark/contracts'
import { Heart } from 'lucide-react'
import { useState } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { ApiError } from '../../lib/api.ts'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { useParams } from '../../lib/router.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Select } from '../../ui/fields/text-field.tsx'
import { ExportMenu } from './export-menu.tsx'
import { People } from './people.tsx'
import { PickedPhotos } from './picked-photos.tsx'
import { type Which, sharePicks } from './picks.queries.ts'
import styles from './picks.module.css'

const ONLY: [only: Which['only'], label: string][] = [
  ['picked', 'Chosen'],
  ['rejected', 'Rejected'],
  ['notes', 'With notes'],
  ['all', 'All'],
]

function NotShown({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isGone = error instanceof ApiError && error.code === 'share_not_found'
  const text = isGone ? 'This link was deleted.' : 'Check your connection and try again.'
  return (
    <EmptyState icon={<Heart aria-hidden />} title="The picks could not be loaded" text={text}>
      <Button onClick={onRetry}>Try Again</Button>
    </EmptyState>
  )
}

/** '3 people, 2 sent'. */
function factsOf(lists: readonly http.VisitorList[]): string {
  const people = lists.length === 1 ? '1 person' : `${lists.length} people`
  return `${people}, ${lists.filter(list => list.sent_at).length} sent`
}

function Picks({ id, picks }: { id: string; picks: http.SharePicks }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [only, setOnly] = useState<Which['only']>('picked')
  const list = picks.lists.find(one => one.id === chosen)
  const which: Which = { list_id: list?.id, only }
  return (
    <>
      <People id={id} lists={picks.lists} chosen={list?.id ?? null} onChoose={setChosen} />
      <div className={styles['tools']}>
        <Select
          label="Show"
          hideLabel
          value={only}
          onChange={event => setOnly(ONLY.find(([value]) => value === event.target.value)?.[0] ?? 'picked')}
        >
          {ONLY.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <ExportMenu id={id} which={which} />
      </div>
      <PickedPhotos key={`${list?.id} ${only}`} id={id} which={which} lists={picks.lists} />
    </>
  )
}

/** The picks of one link's visitors, each and together. New picks appear while the page is open. */
export function PicksPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useCached(sharePicks(id))
  useTitle('Picks')
  if (error && !data) return <NotShown error={error} onRetry={() => void refetch()} />
  if (!data) return <Spinner label="Loading..." fill />
  return (
    <div className={styles['page']}>
      <header className={styles['header']}>
        <BackLink to={`/albums/${data.album_id}`}>{data.album_title || 'Albums'}</BackLink>
        <h1 className={styles['heading']}>Picks</h1>
        <p className={styles['facts']}>{factsOf(data.lists)}</p>
      </header>
      {data.lists.length === 0 ? (
        <EmptyState
          icon={<Heart aria-hidden />}
          title="No picks yet"
          text="Send the link. Visitors choose photos with a heart, and their picks appear here."
        />
      ) : (
        <Picks id={id} picks={data} />
      )}
    </div>
  )
}
