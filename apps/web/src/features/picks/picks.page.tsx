import type { http } from '@daymark/contracts'
import { Download, Heart } from 'lucide-react'
import { useState } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { ApiError } from '../../lib/api.ts'
import { pluralize } from '../../lib/format/numbers.ts'
import { useTitle } from '../../lib/page-meta.ts'
import { useParams } from '../../lib/router.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { copyWithToast } from '../../ui/feedback/copy.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { showToast } from '../../ui/overlay/overlay-store.ts'
import { Select } from '../../ui/fields/text-field.tsx'
import { Menu, type MenuItem } from '../../ui/overlay/menu.tsx'
import { VisitorLists } from './visitor-lists.tsx'
import { PickedPhotos } from './picked-photos.tsx'
import { exportUrl, fetchFileNames, sharePicksQuery, type PickFilter } from './picks.api.ts'

const FILE_EXPORTS: [format: http.PickExport, label: string][] = [
  ['csv', 'Table (CSV)'],
  ['names', 'File names (text)'],
  ['xmp', 'Sidecar files with ratings (XMP)'],
]
const CLIPBOARD_EXPORTS: [format: http.PickExport, label: string][] = [
  ['lightroom', 'Copy for Lightroom'],
  ['capture-one', 'Copy for Capture One'],
]

/** The menu that exports picks for other programs: it copies file names or downloads a file. */
function ExportMenu({ shareId, filter }: { shareId: string; filter: PickFilter }) {
  const copy = async (format: http.PickExport) => {
    const names = await fetchFileNames(exportUrl(shareId, format, filter))
    if (names === null) return showToast('The file names could not be loaded. Please try again.')
    if (names === '') return showToast('No photos.')
    await copyWithToast(names, 'Names copied')
  }
  const items: MenuItem[] = [
    ...CLIPBOARD_EXPORTS.map(([format, label]) => ({ label, onSelect: () => void copy(format) })),
    ...FILE_EXPORTS.map(([format, label], index) => ({
      label,
      startsGroup: index === 0,
      onSelect: () => location.assign(exportUrl(shareId, format, filter)),
    })),
  ]
  return (
    <Menu
      name="Export"
      buttonClass={buttonClass({})}
      icon={
        <>
          <Download aria-hidden />
          Export
        </>
      }
      items={items}
    />
  )
}

const CHOICE_FILTERS: [only: PickFilter['only'], label: string][] = [
  ['picked', 'Chosen'],
  ['rejected', 'Rejected'],
  ['notes', 'With notes'],
  ['all', 'All'],
]

function PicksFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isDeleted = error instanceof ApiError && error.code === 'share_not_found'
  const text = isDeleted ? 'This link was deleted.' : 'Check your connection and try again.'
  return (
    <EmptyState icon={<Heart aria-hidden />} title="The picks could not be loaded" text={text}>
      <Button onClick={onRetry}>Try Again</Button>
    </EmptyState>
  )
}

/** Describes the lists of all visitors, such as '3 people, 2 lists sent'. */
function describeLists(lists: readonly http.VisitorPickList[]): string {
  const sentCount = lists.filter(list => list.sent_at).length
  return `${pluralize(lists.length, 'person', 'people')}, ${pluralize(sentCount, 'list')} sent`
}

function PicksOfLink({ shareId, picks }: { shareId: string; picks: http.SharePicks }) {
  const [chosenListId, setChosenListId] = useState<string | null>(null)
  const [only, setOnly] = useState<PickFilter['only']>('picked')
  const list = picks.lists.find(other => other.id === chosenListId)
  const filter: PickFilter = { list_id: list?.id, only }
  return (
    <>
      <VisitorLists shareId={shareId} lists={picks.lists} selectedId={list?.id ?? null} onChoose={setChosenListId} />
      <div className="between">
        <Select
          label="Show"
          hideLabel
          value={only}
          onChange={event => setOnly(CHOICE_FILTERS.find(([value]) => value === event.target.value)?.[0] ?? 'picked')}
          options={CHOICE_FILTERS}
        />
        <ExportMenu shareId={shareId} filter={filter} />
      </div>
      <PickedPhotos key={`${list?.id} ${only}`} shareId={shareId} filter={filter} lists={picks.lists} />
    </>
  )
}

/** The picks of each visitor of a link, and of all together. New picks appear while the page is open. */
export function PicksPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useCached(sharePicksQuery(id))
  useTitle('Picks')
  if (error && !data) return <PicksFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Spinner label="Loading..." fill />
  return (
    <div className="stack-4 shrinkable">
      <header className="stack-1">
        <BackLink to={`/albums/${data.album_id}`}>{data.album_title || 'Albums'}</BackLink>
        <h1 className="text-5">Picks</h1>
        <p className="muted">{describeLists(data.lists)}</p>
      </header>
      {data.lists.length === 0 ? (
        <EmptyState
          icon={<Heart aria-hidden />}
          title="No picks yet"
          text="Send the link. Visitors choose photos with a heart, and their picks appear here."
        />
      ) : (
        <PicksOfLink shareId={id} picks={data} />
      )}
    </div>
  )
}
