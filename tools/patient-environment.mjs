// Limits of time in tests follow the machine: every test and hook has its own limit times what tools/slowness.mjs measured when the
// run began. A test says in its file what it needs on a quiet machine, and nowhere how slow another one is.
import { TestEnvironment as NodeEnvironment } from 'jest-environment-node'

const factor = () => Number(process.env.DAYMARK_TEST_SLOWNESS ?? 1)

export const patient = Base =>
  class PatientEnvironment extends Base {
    /** By now all limits are known: of the configuration, of `jest.setTimeout` and of single tests. */
    async handleTestEvent(event, state) {
      if (event.name !== 'run_start') return
      state.testTimeout *= factor()
      stretch(state.rootDescribeBlock)
    }
  }

function stretch({ hooks, children }) {
  for (const one of [...hooks, ...children]) {
    if (one.timeout) one.timeout *= factor()
    if (one.type === 'describeBlock') stretch(one)
  }
}

export default patient(NodeEnvironment)
