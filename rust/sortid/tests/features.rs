// SPDX-License-Identifier: MIT
//! The features serde and uuid.

#[cfg(feature = "serde")]
mod serde {
    use serde_test::{Configure, Token, assert_de_tokens, assert_de_tokens_error, assert_tokens};
    use sortid::{Ksuid, Scru64, TypeId, Ulid, Uuid7};

    #[test]
    fn json() {
        let id = Ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV").unwrap();
        assert_eq!(serde_json::to_string(&id).unwrap(), "\"01ARZ3NDEKTSV4RRFFQ69G5FAV\"");
        assert_eq!(serde_json::from_str::<Ulid>("\"01arz3ndektsv4rrffq69g5fav\"").unwrap(), id);
        let error = serde_json::from_str::<Ulid>("\"01ARZ3NDEKTSV4RRFFQ69G5FAU\"").unwrap_err();
        assert!(error.to_string().contains("at byte 25"), "{error}");
        let order: TypeId = "order_01h455vb4pex5vsknk084sn02q".parse().unwrap();
        assert_eq!(serde_json::from_str::<TypeId>(&serde_json::to_string(&order).unwrap()).unwrap(), order);
    }

    #[test]
    fn bytes() {
        assert_tokens(
            &Scru64::MAX.compact(),
            &[Token::Bytes(&[0x41, 0xc2, 0x1c, 0xb8, 0xe0, 255, 255, 255])],
        );
        assert_tokens(&Ksuid::MIN.readable(), &[Token::Str("000000000000000000000000000")]);
        let zeros = [Token::U8(0); 20];
        let sequence = [&[Token::Seq { len: Some(20) }], zeros.as_slice(), &[Token::SeqEnd]].concat();
        assert_de_tokens(&Ksuid::MIN.compact(), &sequence);
        let error = Uuid7::from_bytes([0; 16]).unwrap_err().to_string();
        assert!(error.ends_with("at byte 6"), "{error}");
        assert_de_tokens_error::<serde_test::Compact<Uuid7>>(&[Token::Bytes(&[0; 16])], &error);
    }
}

#[cfg(feature = "uuid")]
#[test]
fn uuid() {
    use sortid::{Scru128, Status, Ulid, Uuid7};
    let text = "01890a5d-ac96-774b-bcce-b302099a8057";
    let theirs = ::uuid::Uuid::parse_str(text).unwrap();
    let ours: Uuid7 = theirs.try_into().unwrap();
    assert_eq!((ours.to_string().as_str(), ::uuid::Uuid::from(ours)), (text, theirs));
    assert_eq!(::uuid::Uuid::from(Ulid::from(theirs)), theirs);
    assert_eq!(::uuid::Uuid::from(Scru128::from(theirs)), theirs);
    assert_eq!(Uuid7::try_from(::uuid::Uuid::nil()).unwrap_err().status(), Status::BAD_VERSION);
}
