import { act, fireEvent, screen } from '@testing-library/react'
import { jest } from '@jest/globals'
import { withAlbum } from '../../../../test/fake-albums.ts'
import { images } from '../../../../test/fake-api.ts'
import { renderApp } from '../../../../test/render-app.tsx'
import './grid-gestures.tsx'
import { toggleInSelection } from './use-selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']

describe('a press while selecting', () => {
  it('selects and deselects one photo', () => {
    expect([...toggleInSelection(new Set(['a']), order, 'c', null)]).toEqual(['a', 'c'])
    expect([...toggleInSelection(new Set(['a', 'c']), order, 'a', null)]).toEqual(['c'])
  })

  it('with Shift does the same for the range from the last press, in either direction', () => {
    expect([...toggleInSelection(new Set(['d']), order, 'b', 'd')].sort()).toEqual(['b', 'c', 'd'])
    expect([...toggleInSelection(new Set(order), order, 'd', 'b')]).toEqual(['a', 'e'])
  })

  it('with Shift is a plain press if the previous photo is no longer shown', () => {
    expect([...toggleInSelection(new Set(['a']), order, 'c', 'gone')]).toEqual(['a', 'c'])
  })
})

/** The screens with selection, each with five photos. */
const screens = [
  ['photos', () => renderApp('/photos', api => void (api.images = images(5)))],
  ['an album', () => renderApp('/albums/lisbon', withAlbum({ photos: images(5) }))],
] as const
type RenderedApp = ReturnType<typeof renderApp>

const checkboxOf = (n: number) => screen.getByRole('checkbox', { name: `Select DSC_${n}.JPG` })
/** Returns the numbers of the selected photos. */
const selectedNumbers = () =>
  screen.getAllByRole('checkbox').flatMap((element, i) => ((element as HTMLInputElement).checked ? [i + 1] : []))
const startSelecting = async ({ person }: RenderedApp) => {
  await screen.findByRole('button', { name: /^Open DSC_1.JPG/ })
  await person.click(screen.getByRole('button', { name: 'Select Images' }))
}

describe.each(screens)('L-PHOTO-17 L-GRID-07 selecting on %s', (_, open) => {
  it('Shift with a press selects the range, in the order on screen', async () => {
    const opened = open()
    await startSelecting(opened)
    await opened.person.click(checkboxOf(4))
    await opened.person.keyboard('{Shift>}')
    await opened.person.click(checkboxOf(2))
    await opened.person.keyboard('{/Shift}')
    expect(selectedNumbers()).toEqual([2, 3, 4])
    expect(screen.getByText('3 selected')).toHaveAttribute('role', 'status')
  })

  it('Ctrl+A selects all shown photos, Escape stops with the focus on the same photo', async () => {
    const opened = open()
    await startSelecting(opened)
    act(() => checkboxOf(3).focus())
    await opened.person.keyboard('{Control>}a{/Control}')
    expect(selectedNumbers()).toEqual([1, 2, 3, 4, 5])
    await opened.person.keyboard('{Escape}')
    expect(screen.queryAllByRole('checkbox')).toEqual([])
    expect(screen.getByRole('button', { name: 'Open DSC_3.JPG' })).toHaveFocus()
  })

  it('Ctrl+A and Escape do nothing without a selection or under a dialog', async () => {
    const opened = open()
    await screen.findByRole('button', { name: /^Open DSC_1.JPG/ })
    await opened.person.keyboard('{Control>}a{/Control}')
    expect(screen.queryAllByRole('checkbox')).toEqual([])
    await opened.person.click(screen.getByRole('button', { name: 'Select Images' }))
    await opened.person.click(checkboxOf(1))
    await opened.person.click(await screen.findByRole('button', { name: 'Tag Selected' }))
    await screen.findByRole('dialog')
    await opened.person.keyboard('{Escape}')
    expect(screen.getByText('1 selected')).toBeInTheDocument()
  })

  it('a long press starts a selection with that photo; releasing is no tap', async () => {
    open()
    const tile = await screen.findByRole('button', { name: 'Open DSC_2.JPG' })
    jest.useFakeTimers()
    fireEvent.pointerDown(tile, { pointerType: 'touch', isPrimary: true, clientX: 50, clientY: 50 })
    act(() => void jest.advanceTimersByTime(600))
    jest.useRealTimers()
    fireEvent.pointerUp(checkboxOf(2), { pointerType: 'touch' })
    fireEvent.click(checkboxOf(2))
    expect(selectedNumbers()).toEqual([2])
    fireEvent.click(checkboxOf(2))
    expect(selectedNumbers()).toEqual([])
  })

  it('a scrolling finger, a canceled touch and a resting mouse start no selection', async () => {
    open()
    const tile = await screen.findByRole('button', { name: 'Open DSC_2.JPG' })
    jest.useFakeTimers()
    fireEvent.pointerDown(tile, { pointerType: 'touch', isPrimary: true, clientX: 50, clientY: 50 })
    fireEvent.pointerMove(tile, { pointerType: 'touch', clientX: 50, clientY: 80 })
    act(() => void jest.advanceTimersByTime(600))
    fireEvent.pointerUp(tile)
    fireEvent.pointerDown(tile, { pointerType: 'touch', isPrimary: true, clientX: 50, clientY: 50 })
    fireEvent.pointerCancel(tile, { pointerType: 'touch' })
    act(() => void jest.advanceTimersByTime(600))
    fireEvent.pointerDown(tile, { pointerType: 'mouse', isPrimary: true, clientX: 50, clientY: 50 })
    act(() => void jest.advanceTimersByTime(600))
    jest.useRealTimers()
    expect(screen.queryAllByRole('checkbox')).toEqual([])
  })
})
