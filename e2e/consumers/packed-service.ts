import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '@coinslot/tooling/free-ports'
import { RunningProcess } from '../stack/running-process.ts'
import { plainEnvironment } from './project.ts'
import { PROJECT } from './project-folder.ts'

/** The service as it is installed, on data of its own. */
export interface PackedService {
  /** What its commands need to find it; no shop reads these. */
  readonly environment: Readonly<Record<string, string>>
  readonly url: string
  stop(): Promise<void>
}

export const startPackedService = async (): Promise<PackedService> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'coinslot-consumers-data-'))
  const [port = 0] = await freePorts(1)
  const environment = {
    COINSLOT_PORT: String(port),
    COINSLOT_DATA_DIR: dataDir,
    COINSLOT_ALLOW_PRIVATE_WEBHOOKS: 'true',
  }
  const command = ['npx', 'coinslot-service', 'serve'] as const
  const service = new RunningProcess(command, { ...plainEnvironment(), ...environment }, PROJECT)
  await service.says(/listens on/)
  return {
    environment,
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await service.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
