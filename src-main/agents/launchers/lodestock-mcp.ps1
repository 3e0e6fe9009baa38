# Serves an AI agent over stdin and stdout; see docs/agents.md. A program with windows has neither on Windows, so this passes
# both on through a pipe that only it and the app know.
$ErrorActionPreference = 'Stop'
$name = 'lodestock-mcp-' + [guid]::NewGuid().ToString('N')
$pipe = New-Object System.IO.Pipes.NamedPipeServerStream($name, 'InOut', 1, 'Byte', 'Asynchronous')
$task = if ($args.Count -gt 0) { $args } else { @('--mcp') }
$app = Start-Process -FilePath (Join-Path $PSScriptRoot 'Lodestock.exe') -PassThru `
  -ArgumentList ($task + "--mcp-pipe=\\.\pipe\$name")
if (-not $pipe.WaitForConnectionAsync().Wait(60000)) {
  [Console]::Error.WriteLine('Lodestock did not start within a minute. Open it once, then try again.')
  exit 1
}
$stdin = [Console]::OpenStandardInput()
$stdout = [Console]::OpenStandardOutput()
$buffer = New-Object byte[] 65536
$answers = $pipe.CopyToAsync($stdout)
$reading = $stdin.ReadAsync($buffer, 0, $buffer.Length)
while (-not $answers.IsCompleted) {
  if (-not $reading.Wait(100)) { continue }
  $count = $reading.Result
  if ($count -eq 0) {
    # The end of stdin: a pipe cannot be closed in one direction.
    $pipe.WriteByte(4)
    $pipe.Flush()
    $answers.Wait()
    break
  }
  $pipe.Write($buffer, 0, $count)
  $pipe.Flush()
  $reading = $stdin.ReadAsync($buffer, 0, $buffer.Length)
}
$app.WaitForExit()
exit $app.ExitCode
