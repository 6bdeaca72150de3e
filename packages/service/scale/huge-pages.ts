import pg from 'pg'

/** Whether a server's shared memory is in huge pages, and how to give it some where it is not. */
export const tellHugePages = async (url: string): Promise<string> => {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ status: string; needed: string }>(
    `select current_setting('huge_pages_status') as status, current_setting('shared_memory_size_in_huge_pages') as needed`,
  )
  await client.end()
  const [memory] = rows
  return memory?.status === 'on'
    ? "The database's shared memory is in huge pages, as the operating guide advises"
    : `The database's shared memory is in small pages; for huge ones: sysctl vm.nr_hugepages=${memory?.needed}`
}
