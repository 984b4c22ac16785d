//! `mossa` without a command: the workbench page.

use std::{
    io::{ErrorKind, Write},
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
};

use mossa_web::{Options, ServeError};

use crate::failure::Failure;

/// Where the page is when nothing is said, and nobody else is there.
const PORT: u16 = 7227;

/// The shortest token that is hard enough to guess.
const SHORTEST_TOKEN: usize = 16;

/// The workbench page.
#[derive(Clone, Debug, clap::Args)]
pub struct Page {
    /// Where the page listens: an address, a port or both; 127.0.0.1:7227 unless said otherwise
    #[arg(long, value_name = "ADDRESS", value_parser = read_address)]
    bind: Option<SocketAddr>,

    /// What a browser must know to be let in, at least 16 letters and digits; needed wherever others
    /// can reach the page
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,

    /// The folder where games are kept
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

fn read_address(text: &str) -> Result<SocketAddr, String> {
    let home = IpAddr::V4(Ipv4Addr::LOCALHOST);
    text.parse()
        .or_else(|_| text.parse::<u16>().map(|port| SocketAddr::new(home, port)))
        .or_else(|_| text.parse::<IpAddr>().map(|address| SocketAddr::new(address, PORT)))
        .map_err(|_| "expected an address and a port, as in `127.0.0.1:7227`".to_owned())
}

impl Page {
    /// Serves until Ctrl-C.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let home = SocketAddr::from((Ipv4Addr::LOCALHOST, PORT));
        let address = self.bind.unwrap_or(home);
        self.check_token(address)?;
        let data = self.data_folder();
        let options = Options { address, token: self.token.clone(), data };
        match self.serve(options.clone(), out) {
            // Somebody else is there, maybe another workbench: any free place will do.
            Err(ServeError::Address(_, error))
                if self.bind.is_none() && error.kind() == ErrorKind::AddrInUse =>
            {
                let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
                self.serve(Options { address, ..options }, out).map_err(failure)
            }
            served => served.map_err(failure),
        }
    }

    /// Others may reach an address that is not loopback: then they must know something.
    fn check_token(&self, address: SocketAddr) -> Result<(), Failure> {
        let is_word = |token: &str| token.bytes().all(|byte| byte.is_ascii_alphanumeric());
        match &self.token {
            None if !address.ip().is_loopback() => Err(Failure::input(
                format!("{address} can be reached by others, who could use this computer to think"),
                "add `--token` and a secret of at least 16 letters and digits",
            )),
            Some(token) if token.len() < SHORTEST_TOKEN || !is_word(token) => Err(Failure::input(
                "this token is too easy to guess, or does not fit into an address",
                "use at least 16 letters and digits",
            )),
            _ => Ok(()),
        }
    }

    /// Where games are kept; without a folder the page works, too, and says so.
    fn data_folder(&self) -> Option<PathBuf> {
        let folder = mossa_store::data_folder(self.data.as_deref());
        let opened = folder.and_then(|folder| mossa_store::Store::open(&folder).map(|_| folder));
        match opened {
            Ok(folder) => Some(folder),
            Err(error) => {
                let _ = writeln!(anstream::stderr(), "warning: games will not be stored: {error}");
                None
            }
        }
    }

    fn serve(&self, options: Options, out: &mut impl Write) -> Result<(), ServeError> {
        let token = self.token.as_ref();
        let query = token.map_or_else(String::new, |token| format!("?token={token}"));
        mossa_web::serve(options, |address| {
            // Whoever does not listen may find the page all the same.
            let _ = writeln!(
                out,
                "Mossa is at http://{address}/{query}\nPress Ctrl-C to end; `mossa help` lists what \
                 else it can do."
            );
            let _ = out.flush();
        })
    }
}

fn failure(error: ServeError) -> Failure {
    match error {
        ServeError::Address(address, error) => {
            Failure::Outside(format!("cannot listen at {address}: {error}"))
        }
        ServeError::Store(error) => Failure::Outside(error.to_string()),
        ServeError::System(error) => Failure::Outside(format!("cannot start: {error}")),
    }
}
